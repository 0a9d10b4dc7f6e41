import Foundation
import Testing

@testable import TelexCore

/// Tests the search for messages, and what a server adds to it.
@Suite struct MessageSearchTests {
    private let query = MessageQuery([SearchPart("tram")])
    private var load: Effect.Work { .load(.found(query, before: nil, limit: 50)) }
    private var ask: Effect.Work { .ask(.searchMessages(ServerQuery(text: "tram", query: query))) }

    private func flow() -> Flow { Flow(chats: [.ada], isStrict: false) }

    private func found(_ id: MessageID) -> FoundMessage {
        let message = Message(
            id: id, chat: "ada", position: 1, isOwn: false, content: MessageContent(text: "tram", sender: "ada"),
            date: .start, delivery: .received)
        return FoundMessage(message, ranges: [], place: FoundPlace(date: 1, arrival: 1))
    }

    private func onServer(
        _ id: MessageID, _ text: String = "The tram is late", in chat: ChatID = "ada", by sender: UserID = "ada",
        follower: MessageID? = nil
    ) -> ServerMessage {
        ServerMessage(
            IncomingMessage(
                chat: chat, message: id, title: "Chat \(chat)", content: MessageContent(text: text, sender: sender),
                date: .start),
            follower: follower)
    }

    /// Searches, and lets the store answer.
    private func search(_ flow: Flow, _ text: String = "tram", isLocal: Bool = false) {
        flow.send(.messageSearch(.searching(MessageSearching(query: text, isLocal: isLocal))), id: "s")
        guard case .load(let query)? = flow.takeWorks().last else { return }
        flow.answer(.load(query), .messageSearch(.found(FoundPage(messages: [found("m1")], total: 1))))
    }

    /// Lets the server answer, and the store say what of it is not stored.
    private func answer(_ work: Effect.Work, _ page: ServerPage, unstored: [ServerMessage], _ flow: Flow) {
        flow.answer(work, .messageSearch(.serverFound(page)))
        var rest = page
        rest.messages = unstored
        flow.answer(.load(.unstored(page)), .messageSearch(.serverChecked(rest)))
    }

    @Test func showsTheFileOfAMessageAsItsChatDoes() throws {
        let flow = flow()
        let file = MessageFile(
            id: FileID(String(repeating: "a", count: 64)), source: "s", name: "tram.png", mediaType: "image/png",
            byteCount: 4000)
        var here = found("m1")
        here.message.content = MessageContent(kind: .file, text: "Look", sender: "ada", file: file)
        flow.send(.messageSearch(.searching(MessageSearching(query: "tram"))))
        flow.answer(load, .messageSearch(.found(FoundPage(messages: [here], total: 1))))
        let row = { try #require(flow.found.model?.messages.first) }
        let key = here.message.key
        #expect(try row().text == "[tram.png] Look" && row().file?.state == .remote)
        #expect(try row().file?.fetch == Action(.file(.fetching(key))) && row().file?.save?.blanks == [.path])
        flow.send(.file(.kept(KeptFiles(folder: "/files", ids: [file.id]))))
        #expect(try row().file?.state == .here && row().file?.path == "/files/\(file.id)" && row().file?.fetch == nil)
        // The file of a message that is not stored cannot be asked for.
        var distant = onServer("old")
        distant.message.content = here.message.content
        answer(ask, ServerPage(text: "tram", messages: [distant]), unstored: [distant], flow)
        let old = try #require(flow.found.model?.serverMessages?.first)
        #expect(old.file?.name == "tram.png" && old.file?.fetch == nil && old.file?.save == nil)
    }

    @Test func showsWhatOnlyTheServerHasAfterWhatIsHere() throws {
        let flow = flow()
        search(flow)
        #expect(flow.takeWorks() == [ask])
        #expect(flow.found.model?.totalCount == 1 && flow.found.model?.serverMessages == nil)
        #expect(flow.settled.take() == [])
        let page = ServerPage(text: "tram", messages: [onServer("m1"), onServer("old"), onServer("x", in: "gone")])
        flow.answer(ask, .messageSearch(.serverFound(page)))
        #expect(flow.takeWorks() == [.load(.unstored(page))])
        var rest = page
        rest.messages = [onServer("old", follower: "m0"), onServer("x", in: "gone")]
        flow.answer(.load(.unstored(page)), .messageSearch(.serverChecked(rest)))
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["s"])
        let model = try #require(flow.found.model)
        #expect(model.totalCount == 1 && model.messages.map(\.message) == ["m1"] && model.loadMoreFromServer == nil)
        #expect(
            model.messages[0].open == Action(.messageSearch(.opening(MessageKey(chat: "ada", message: "m1")))))
        let rows = try #require(model.serverMessages)
        #expect(rows.map(\.message) == ["old", "x"] && rows.map(\.title) == [Chat.ada.title, "Chat gone"])
        #expect(rows[0].ranges == [TextRange(start: 4, length: 4)] && rows[0].text == "The tram is late")
        #expect(rows[0].open == Action(.messageSearch(.opening(MessageKey(chat: "ada", message: "m0")))))
        #expect(rows[1].open == nil)
    }

    @Test func asksTheServerOnlyOnceEverythingIsCounted() {
        let flow = flow()
        flow.send(.messageSearch(.searching(MessageSearching(query: "tram"))))
        flow.answer(load, .messageSearch(.found(FoundPage(messages: [found("m1")]))))
        let count = Effect.Work.load(.foundCount(query, from: nil, limit: 0))
        #expect(flow.takeWorks() == [load, .cancel, count])
        // What was found can be read meanwhile.
        #expect(flow.found.model?.shouldShowBusy == false && flow.found.model?.messages.count == 1)
        #expect(flow.found.model?.totalCount == nil)
        flow.answer(count, .messageSearch(.counted(FoundCount(count: 5))))
        #expect(flow.takeWorks() == [ask])
    }

    /// More messages are loaded while they are counted: the count begins anew.
    @Test func countsEachMessageOnce() throws {
        let flow = flow()
        flow.send(.messageSearch(.searching(MessageSearching(query: "tram"))))
        let next = FoundPlace(date: 1, arrival: 1)
        let all = (0..<50).map { found(MessageID("m\($0)")) }
        flow.answer(load, .messageSearch(.found(FoundPage(messages: all, next: next))))
        let count = Effect.Work.load(.foundCount(query, from: nil, limit: 0))
        let number = try #require(flow.number(of: count))
        flow.answer(count, .messageSearch(.counted(FoundCount(count: 40, next: CountPlace(chat: 1, position: 1)))))
        let rest = Effect.Work.load(.foundCount(query, from: CountPlace(chat: 1, position: 1), limit: 0))
        flow.send(try #require(flow.found.model?.loadMore).event)
        #expect(flow.number(of: rest) == nil)
        flow.answer(number, [.messageSearch(.counted(FoundCount(count: 40)))])
        flow.answer(
            .load(.found(query, before: next, limit: 50)), .messageSearch(.found(FoundPage(messages: [found("x")]))))
        #expect(flow.found.model?.shouldShowBusy == false && flow.found.model?.messages.count == 51)
        flow.answer(count, .messageSearch(.counted(FoundCount(count: 51))))
        #expect(flow.found.model?.totalCount == 51)
    }

    /// It would not be sent to a server that may store it, or it is nothing that a server can search for.
    @Test func doesNotAskTheServer() {
        let flow = flow()
        search(flow, isLocal: true)
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["s"])
        search(flow, "from:me")
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["s"])
        search(flow, "in:nowhere tram")
        #expect(flow.takeWorks() == [])
    }

    @Test func leavesOutWhatIgnoredPeopleWroteUnlessTheyAreNamed() throws {
        var ada = Chat.ada
        ada.members = Members(stored: [ChatMember(id: "ada", name: "Ada")])
        let flow = Flow(chats: [ada], isStrict: false)
        flow.send(.member(.ignoring(user: "ada")))
        _ = flow.takeWorks()
        func admits(_ text: String) throws -> Bool {
            flow.send(.messageSearch(.searching(MessageSearching(query: text))))
            guard case .load(.found(let query, _, _))? = flow.takeWorks().last else { throw CancellationError() }
            #expect(!query.hasNoFilters)
            return query.admits(found("m1").message)
        }
        #expect(try !admits("tram") && !admits("in:ada tram") && admits("from:ada tram"))
    }

    /// A backend that cannot search answers nothing.
    @Test func showsNothingOfAServerThatCannotSearch() {
        let flow = flow()
        search(flow)
        let before = flow.found.model
        flow.answer(ask)
        #expect(flow.found.model == before && flow.settled.take() == ["s"])
    }

    @Test func keepsWhatIsHereIfTheServerFails() {
        let flow = flow()
        search(flow)
        flow.answer(ask, .messageSearch(.serverFailed(SearchFailure(text: "tram", reason: "Search is off."))))
        #expect(flow.found.model?.serverError == "The server was not searched. Search is off.")
        #expect(flow.found.model?.messages.count == 1 && flow.found.model?.errorText == nil)
        #expect(flow.settled.take() == ["s"])
    }

    @Test func ignoresWhatTheServerSaysOfAnEarlierSearch() {
        let flow = flow()
        search(flow)
        let number = flow.number(of: ask)
        search(flow, "bus")
        #expect(flow.number(of: ask) == nil)
        _ = flow.takeWorks()
        flow.answer(number ?? 0, [.messageSearch(.serverFound(ServerPage(text: "tram", messages: [onServer("a")])))])
        flow.send(.messageSearch(.serverFound(ServerPage(text: "tram", messages: [onServer("a")]))))
        flow.send(.messageSearch(.serverFailed(SearchFailure(text: "tram", reason: "No."))))
        #expect(flow.takeWorks() == [] && flow.found.model?.serverError == nil)
    }

    /// A server that finds what nobody asked for is not believed, and neither is its appetite.
    @Test func takesOnlyWhatWasSearchedFor() {
        var ada = Chat.ada
        ada.members = Members(stored: [ChatMember(id: "ada", name: "Ada")])
        let flow = Flow(chats: [ada], isStrict: false)
        search(flow, "tram in:ada from:ada")
        guard case .ask(.searchMessages(let query))? = flow.takeWorks().last else { return #expect(Bool(false)) }
        var nameless = onServer("n")
        nameless.message.message = nil
        let strange = [onServer("a", in: "bob"), onServer("b", by: "bob"), nameless]
        let many = (0..<1000).map { onServer(MessageID("m\($0)")) }
        flow.answer(
            .ask(.searchMessages(query)),
            .messageSearch(.serverFound(ServerPage(text: query.text, messages: strange + many))))
        guard case .load(.unstored(let page))? = flow.takeWorks().last else { return #expect(Bool(false)) }
        #expect(page.messages == Array(many.prefix(47)))
    }

    @Test func asksForOlderMessagesWhileAllAreStored() throws {
        let flow = flow()
        search(flow)
        _ = flow.takeWorks()
        var work = ask
        for count in 1...10 {
            let page = ServerPage(text: "tram", messages: [onServer("m1")], next: "t\(count)")
            answer(work, page, unstored: [], flow)
            work = .ask(.searchMessages(ServerQuery(text: "tram", query: query, token: "t\(count)")))
            #expect(flow.takeWorks() == [.load(.unstored(page))] + (count < 10 ? [work] : []))
        }
        #expect(flow.found.model?.serverMessages == [])
        let more = try #require(flow.found.model?.loadMoreFromServer)
        flow.send(more.event, id: "more")
        #expect(flow.takeWorks() == [work] && flow.found.model?.loadMoreFromServer == nil)
        let page = ServerPage(text: "tram", messages: [onServer("a"), onServer("a")], next: nil)
        answer(work, page, unstored: [onServer("a"), onServer("a")], flow)
        #expect(flow.found.model?.serverMessages?.map(\.message) == ["a"])
        flow.send(more.event, id: "no more")
        #expect(flow.settled.take().last == "no more ignored")
    }
}
