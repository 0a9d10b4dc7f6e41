import Foundation
import Testing

@testable import TelexCore

@Suite struct ChatListTests {
    /// The states of a list: busy, empty, error.
    private func states(_ flow: Flow) -> [Bool]? {
        flow.chatList.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
    }

    @Test func isBusyThenEmptyOrFailed() throws {
        let flow = Flow(isStarted: false, isStrict: false)
        #expect(states(flow) == [true, false, false] && flow.chatList.model?.retry == nil)
        flow.send(.chat(.loading))
        flow.answer(.load(.chats(first: 50)), .chat(.loadFailed(reason: "no disk")))
        #expect(states(flow) == [false, false, true] && flow.chatList.model?.errorText == "no disk")
        flow.forget()
        flow.send(try #require(flow.chatList.model?.retry).event)
        #expect(states(flow) == [true, false, false] && flow.takeWorks().contains(.load(.chats(first: 50))))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: []))))
        #expect(states(flow) == [false, true, false] && flow.chatList.model?.retry == nil)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [.hold(.push), .ask(.sync)])
        flow.receive("ada", "a1")
        #expect(states(flow) == [false, false, false])
        flow.forget()
    }

    @Test func connectsOnlyOnceAfterLoadingTheChats() {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.loaded(LoadedChats(chats: []))))
        #expect(flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    @Test(arguments: [(50, 50, nil), (51, 50, 100), (3, 3, nil)])
    func showsOnePageOfChats(count: Int, shown: Int, next: Int?) {
        let flow = Flow(isStrict: false)
        for number in 0..<count { flow.receive("chat\(number)", "m") }
        #expect(flow.chatList.model?.chats.count == shown && flow.chatList.model?.totalCount == count)
        #expect(flow.chatList.model?.loadMore?.event == next.map { .chat(.listing(rows: $0)) })
        flow.forget()
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2)])
    func showsAtLeastOneRow(rows: Int, shown: Int) {
        let flow = Flow(isStrict: false)
        for number in 0..<3 { flow.receive("chat\(number)", "m") }
        flow.forget()
        flow.send(.chat(.listing(rows: rows)))
        #expect(flow.chatList.model?.chats.count == shown && flow.takeSaves() == [])
        flow.send(.notification(.listing(rows: rows)))
        #expect(flow.notification.model?.notifications.count == shown && flow.takeSaves() == [])
    }

    @Test(
        arguments: [
            ("Ada", false, nil), ("Ada L.", false, ("Ada L.", true)), ("Ada", true, nil),
        ] as [(String, Bool, (String, Bool)?)])
    func updatesOnlyTheTitleOfAKnownChat(title: String, isEncrypted: Bool, saved: (String, Bool)?) {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada", isEncrypted: true)])))
        #expect(flow.takeSaves() == [.chat(Chat(id: "ada", title: "Ada", isEncrypted: true))])
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: title, isEncrypted: isEncrypted)])))
        #expect(flow.takeSaves() == saved.map { [.chat(Chat(id: "ada", title: $0.0, isEncrypted: $0.1))] } ?? [])
        #expect(flow.badge.model?.unreadCount == 0 && flow.takeWorks() == [])
    }

    @Test func keepsAnEncryptedChatEncrypted() {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1", title: "Ada")
        flow.forget()
        for (isEncrypted, saves) in [(false, 0), (true, 1), (true, 0), (false, 0)] {
            flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada", isEncrypted: isEncrypted)])))
            #expect(flow.takeSaves().count == saves)
        }
        #expect(flow.chatList.model?.chats.map(\.isEncrypted) == [true])
    }

    @Test func loadsStoredChatsUnchanged() {
        let flow = Flow(isStarted: false, isStrict: false)
        let chat = Chat(id: "ada", title: "Ada", unread: 2, mentions: 1, unloaded: UnreadCount(messages: 3))
        flow.send(.chat(.loading))
        flow.forget()
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [chat]))))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [.hold(.push), .ask(.sync)])
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 5, mentionCount: 1))
    }

    // MARK: The form

    @Test func createsOneChatAtATime() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.chatForm)))
        #expect(flow.chatForm.model?.create != nil && flow.chatForm.model?.errorRevision == nil)
        flow.send(.chat(.creating(recipient: "Ada")))
        #expect(flow.takeWorks() == [.ask(.create(recipient: "Ada"))])
        #expect(flow.chatForm.model?.create == nil)
        flow.send(.chat(.creating(recipient: "Bo")))
        #expect(flow.takeWorks() == [] && flow.chatForm.model?.recipient == "Ada")
        flow.answer(.ask(.create(recipient: "Ada")), .chat(.createFailed(CreationFailure(reason: "no"))))
        #expect(flow.chatForm.model?.shouldShowError == true && flow.chatForm.model?.errorRevision == 1)
        #expect(flow.chatForm.model?.create != nil)
        flow.send(.chat(.creating(recipient: "")))
        #expect(flow.chatForm.model?.errorRevision == 2 && flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func offersToKnockIfTheServerAllowsIt() throws {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.creating(recipient: " #door:x ")))
        flow.answer(
            .ask(.create(recipient: "#door:x")),
            .chat(.createFailed(CreationFailure(reason: "Closed.", canKnock: true))))
        let knock = try #require(flow.chatForm.model?.knock)
        #expect(knock.event == .chat(.knocking(recipient: "#door:x")))
        _ = flow.takeWorks()
        flow.send(knock.event, id: "k")
        flow.send(knock.event, id: "again")
        #expect(flow.takeWorks() == [.ask(.knock(recipient: "#door:x"))] && flow.settled.take() == ["again refused"])
        #expect(flow.chatForm.model?.shouldShowBusy == true && flow.chatForm.model?.knock == nil)
        #expect(flow.chatForm.model?.recipient == "#door:x")
        let knocked = ChatEvent.knocked(TitledChat(chat: "!r:x", title: "#door:x"))
        flow.answer(.ask(.knock(recipient: "#door:x")), .chat(knocked))
        #expect(flow.settled.take() == ["k"] && flow.chatForm.model == nil)
        #expect(flow.chatList.model?.chats.map(\.invitationText) == ["You asked to join"])
    }

    @Test func replacesTheSearchWithSuggestions() throws {
        let flow = Flow(isStrict: false)
        flow.send(.search(.searching(query: "b")))
        flow.send(.chat(.creating(recipient: "bob")))
        _ = flow.takeWorks()
        flow.answer(
            .ask(.create(recipient: "bob")),
            .chat(.createFailed(CreationFailure(reason: "Two.", recipients: ["Bob (1)", "Bob (2)"]))))
        let found = try #require(flow.recipients.model)
        #expect(found.query == "bob" && !found.shouldShowBusy && flow.takeWorks() == [.cancel, .cancel])
        #expect(found.candidates.last?.create?.event == .chat(.creating(recipient: "Bob (2)")))
    }

    private func members(_ chat: ChatID, _ others: [(UserID, String)]) -> Event {
        let members = others.map { ChatMember(id: $0, name: $1, standing: .joined) }
        let us = ChatMember(id: "us", name: "Us", standing: .joined, isOwn: true)
        return .member(.synced(SyncedMembers(chat: chat, members: members + [us], isComplete: true)))
    }

    @Test func offersAPersonAndTheirChatOnce() throws {
        let titles: [(ChatID, String)] = [("bob", "Bob"), ("club", "Bob Club"), ("fake", "Bob"), ("alone", "Bobby")]
        let flow = Flow(chats: titles.map { Chat(id: $0, title: $1) }, isStrict: false)
        flow.send(members("bob", [("@bob:x", "Bob")]))
        flow.send(members("club", [("@bob:x", "Bob")]))
        // Whoever creates a group can call it "Bob".
        flow.send(members("fake", [("@eve:x", "Eve")]))
        flow.send(members("alone", [("@cy:x", "Bobby"), ("@dee:x", "Dee")]))
        flow.send(.search(.searching(query: "b")))
        let chats = titles.map { TitledChat(chat: $0, title: $1) }
        flow.answer(.load(.contacts("b", limit: 10)), .search(.found(FoundPeople(query: "b", chats: chats))))
        let recipients = ["Bob (@bob:x)", "Bobby", "", String(repeating: "b", count: 201)]
        flow.answer(.ask(.search("b")), .search(.found(FoundPeople(query: "b", recipients: recipients))))
        let candidates = try #require(flow.recipients.model?.candidates)
        #expect(candidates.map(\.recipient) == ["Bob (@bob:x)", "Bob Club", "Bob", "Bobby", "Bobby"])
        #expect(candidates.map(\.chat) == ["bob", "club", "fake", "alone", nil])
        #expect(candidates.map { $0.create != nil } == [true, false, false, false, true])
        #expect(candidates.map { $0.open != nil } == [true, true, true, true, false])
        #expect(Set(candidates.map(\.id)).count == 5)
    }

    @Test func recognizesADirectChatByItsPersonsName() throws {
        let flow = Flow(chats: [Chat(id: "1", title: "Bob")], isStrict: false)
        flow.send(members("1", [("bob", "Bob")]))
        flow.send(.search(.searching(query: "b")))
        let chats = [TitledChat(chat: "1", title: "Robert Miller")]
        flow.answer(.load(.contacts("b", limit: 10)), .search(.found(FoundPeople(query: "b", chats: chats))))
        #expect(flow.recipients.model?.candidates.map(\.recipient) == ["Robert Miller"])
        let people = FoundPeople(query: "b", recipients: ["Bob", "Bob (bob2)"])
        flow.answer(.ask(.search("b")), .search(.found(people)))
        #expect(flow.recipients.model?.candidates.map(\.recipient) == ["Bob", "Bob (bob2)"])
        #expect(flow.recipients.model?.candidates.map(\.chat) == ["1", nil])
    }

    @Test func opensAFoundChatInPlaceOfTheForm() throws {
        let flow = Flow(chats: [Chat(id: "ada", title: "Ada")])
        flow.send(.screen(.opening(.chatForm)))
        flow.send(.search(.searching(query: "a")))
        let chats = [TitledChat(chat: "ada", title: "Ada")]
        flow.answer(.load(.contacts("a", limit: 10)), .search(.found(FoundPeople(query: "a", chats: chats))))
        flow.answer(.ask(.search("a")), .search(.found(FoundPeople(query: "a"))))
        flow.forget()
        flow.send(try #require(flow.recipients.model?.candidates.first?.open).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                chatForm closes
                recipients closes
                messages opens: chat = ada, title = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
        flow.send(.screen(.closing(.messages)))
        #expect(flow.chatForm.model == nil)
        flow.forget()
        flow.expect()
    }

    @Test func closingAnIdleFormCancelsNothing() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.chatForm)))
        flow.send(.screen(.closing(.chatForm)))
        #expect(flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    @Test func openingAnExistingChatSavesNothing() {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1", title: "Ada")
        flow.send(.chat(.creating(recipient: "Ada")))
        flow.forget()
        flow.answer(.ask(.create(recipient: "Ada")), .chat(.created(TitledChat(chat: "ada", title: "Ada"))))
        #expect(flow.takeSaves() == [] && flow.messages.model?.chat == "ada")
        flow.forget()
    }

    // MARK: Search

    @Test func searchesTheStoreAndTheServer() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.chatForm)))
        flow.forget()
        flow.send(.search(.searching(query: "a")))
        let works = [Effect.Work.load(.contacts("a", limit: 10)), .ask(.search("a"))]
        #expect(flow.takeWorks() == works && states() == [true, false])
        func states() -> [Bool]? {
            flow.recipients.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty] }
        }
        flow.answer(works[0], .search(.found(FoundPeople(query: "a"))))
        #expect(states() == [true, false])
        flow.send(.search(.found(FoundPeople(query: "b", recipients: ["Bo"]))))
        #expect(states() == [true, false])
        flow.answer(works[1], .search(.found(FoundPeople(query: "a"))))
        #expect(states() == [false, true])
        // A late answer is still shown.
        flow.send(.search(.found(FoundPeople(query: "a", recipients: ["Ada"]))))
        #expect(states() == [false, false] && flow.takeWorks() == [] && flow.takeSaves() == [])
        flow.send(.search(.searching(query: "ad")))
        #expect(states() == [true, false] && flow.recipients.model?.candidates.count == 0)
        flow.forget()
    }

    @Test func showsTheFirstTenMatchesWithoutDuplicates() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.chatForm)))
        flow.send(.search(.searching(query: "a")))
        flow.send(.search(.found(FoundPeople(query: "a", recipients: (0..<8).map { "\($0)" }))))
        flow.send(.search(.found(FoundPeople(query: "a", recipients: (6..<12).map { "\($0)" }))))
        #expect(flow.recipients.model?.candidates.map(\.recipient) == (0..<10).map { "\($0)" })
        flow.forget()
    }
}

/// What a typed name means.
struct ChatMatchTests {
    private func match(_ name: String, isWhole: Bool = false, _ titles: [String]) -> String {
        let rows = titles.enumerated().map { (id: "\($0)", title: $1) }
        let match = ChatMatch(
            name, isWhole: isWhole, in: rows, id: \.id, title: \.title,
            isJoined: { !$0.title.hasSuffix(" (invitation)") })
        return switch match {
        case .one(let row): row.id
        case .several(let rows): "several: \(rows.map(\.id).joined())"
        case .none(let nearest): "none, near \(nearest ?? "nothing")"
        }
    }

    @Test(arguments: [
        ("Ada", "0"), ("ADA", "0"), ("ad", "several: 01"), ("adam", "1"), ("bo", "several: 23"),
        ("Cy", "4"),
        ("4", "4"),
        ("Ade", "none, near Ada"), ("nobody", "none, near nothing"),
    ])
    func meansOneChatOrNone(name: String, found: String) {
        #expect(match(name, ["Ada", "Adam", "Bo", "bo", "Cyd", "4 of us"]) == found)
    }

    @Test(arguments: [
        ("Ada", "0"), ("ADAM", "1"), ("ad", "none, near Ada"), ("Cy", "none, near Cyd"), ("bo", "several: 23"),
        ("4", "4"), ("", "none, near nothing"),
    ])
    func aWholeTitleCanBeAskedFor(name: String, found: String) {
        #expect(match(name, isWhole: true, ["Ada", "Adam", "Bo", "bo", "Cyd", "4 of us"]) == found)
    }

    /// Anybody can give a chat any title, and invite us to it.
    @Test func aChatThatWeHaveNotJoinedHasNoPartInIt() {
        let titles = ["Ada Lovelace", "Ada (invitation)", "Bo (invitation)"]
        #expect(match("Ada", titles) == "0" && match("Ada (invitation)", titles) == "none, near nothing")
        #expect(match("Bo", titles) == "none, near nothing" && match("2", titles) == "2")
    }

    @Test func anEmptyNameMeansNoChat() { #expect(match("", ["A"]) == "none, near nothing") }
}
