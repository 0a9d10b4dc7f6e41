import Foundation
@testable import TelexCore
import Testing

@testable import TelexTerminal

/// What the screen prints, without its words.
@Suite struct ScreenStateTests {
    private var state = ScreenState(printsProgress: false)

    private let list = {
        var list = ChatListViewModel.blank
        list.chats = []
        return list
    }()

    private func busy(_ list: ChatListViewModel) -> ChatListViewModel {
        var list = list
        list.status.shouldShowBusy = true
        return list
    }

    private func connection(_ state: ConnectionViewModel.State, _ text: String = "") -> ConnectionViewModel {
        var model = ConnectionViewModel.blank
        (model.state, model.statusText) = (state, text)
        return model
    }

    /// The names of what is printed now.
    private mutating func step() -> [String] {
        (state.release().items + state.rest()).map { item in
            String("\(item)".prefix { $0 != "(" })
        }
    }

    @Test mutating func printsAListOnceItIsComplete() {
        #expect(step() == [])
        state.views.chatList.change(to: busy(list))
        #expect(step() == ["chatList", "chats"])
        state.views.chatList.change(to: list)
        #expect(step() == ["chatList", "chats"])
        #expect(step() == [] && state.owed == [])
    }

    /// What a search finds in parts is printed once it is done, and then only what is new.
    @Test mutating func printsEachMessageFoundOnce() {
        var row = FoundViewModel.Row.blank
        (row.chat, row.text, row.message) = ("ada", "one", "1")
        var model = FoundViewModel.blank
        (model.query, model.messages) = ("o", [row])
        func lines(_ state: inout ScreenState) -> [String] {
            state.release().items.flatMap { item -> [String] in
                guard case .found(let change) = item else { return [] }
                return FoundText.changes(change.old, change.new).map { $0.rendered(paint: .none) }
            }
        }
        model.status.shouldShowBusy = true
        state.views.found.change(to: model)
        #expect(lines(&state) == [])
        model.status.shouldShowBusy = false
        state.views.found.change(to: model)
        #expect(lines(&state).count == 1)
        model.totalCount = 1
        state.views.found.change(to: model)
        #expect(lines(&state) == ["1 message. /choose NUMBER opens the chat around one."])
        model.serverError = "No."
        state.views.found.change(to: model)
        #expect(lines(&state) == ["No."])
        (row.message, model.serverError) = ("2", nil)
        model.serverMessages = [row]
        state.views.found.change(to: model)
        #expect(lines(&state).count == 3 && state.numbers.found.rows(of: []).map(\.row.message) == ["1", "2"])
        // The numbers of those of the server have changed.
        row.message = "0"
        (model.messages, model.totalCount) = ([model.messages[0], row], 2)
        state.views.found.change(to: model)
        #expect(lines(&state).count == 5 && state.numbers.found.rows(of: []).map(\.row.message) == ["1", "0", "2"])
    }

    /// A chat with these messages: those of ours in capitals, and those that are not sent with an exclamation mark.
    private func chat(_ names: String...) -> MessagesViewModel {
        var chat = MessagesViewModel.blank
        chat.chat = "ada"
        chat.messages = names.map { name in
            var row = MessagesViewModel.Row.blank
            let text = name.filter(\.isLetter)
            (row.message, row.text, row.isOwn) = (MessageID(text.lowercased()), text, text.uppercased() == text)
            row.state = name.hasSuffix("!") ? .failed : row.isOwn ? .sent : .received
            row.date = Date(timeIntervalSince1970: Double(text.lowercased().utf8.first ?? 0))
            return Shown(row)
        }
        return chat
    }

    private var seen: [String] { state.seen.messages?.messages.map(\.text) ?? [] }

    /// In the chat, what is not sent stays last; on the screen, what comes after it is below it.
    @Test mutating func countsMessagesAsTheyAreOnTheScreen() {
        state.views.messages.change(to: chat("a", "B!"))
        _ = step()
        state.views.messages.change(to: chat("a", "B!", "C!"))
        _ = step()
        state.views.messages.change(to: chat("a", "C", "B!"))
        _ = step()
        #expect(seen == ["a", "B", "C"] && state.seen.messages?.lastOwn?.text == "C")
        state.views.messages.change(to: chat("a", "C", "d", "B!"))
        _ = step()
        #expect(seen == ["a", "B", "C", "d"])
        // A line says that it has moved, but it stays where it was printed.
        state.views.messages.change(to: chat("a", "C", "d", "B"))
        _ = step()
        #expect(seen == ["a", "B", "C", "d"])
        state.ask(for: .chat)
        _ = step()
        #expect(seen == ["a", "C", "d", "B"])
    }

    /// The messages whose rows are printed anew after a change of the chat.
    private mutating func revised(_ model: MessagesViewModel) -> [String] {
        state.views.messages.change(to: model)
        return state.release().items.flatMap { item -> [String] in
            guard case .messages(let update) = item else { return [] }
            return MessagesText(.inline).changes(update).flatMap { printed -> [String] in
                guard case .revisions(let revisions) = printed else { return [] }
                return revisions.map { $0.entry.lines.map { $0.rendered(paint: .none) }.joined() }
            }
        }
    }

    @Test mutating func showsWhatBecomesOfMessagesBelowAScreenFullOfUnsentOnes() {
        state.size = ScreenSize(columns: 40, rows: 5)
        #expect(revised(chat("a", "a", "B!", "C!")) == [])
        #expect(seen == ["a", "a", "B", "C"] && state.oldest?.text == "C")
        #expect(revised(chat("a", "a", "B!", "C!", "D!")) == [])
        let sent = revised(chat("a", "a", "D", "B!", "C!"))
        #expect(sent.count == 1 && sent[0].contains("D"))
    }

    @Test mutating func showsWhatBecomesOfMessagesThatCameWhileTheOutputWasJSON() {
        state.isSilent = true
        #expect(revised(chat("a", "B!")) == [])
        state.isSilent = false
        #expect(revised(chat("a", "B")).count == 1)
    }

    @Test mutating func printsWhatHasComeSinceAboveUnsentMessages() {
        state.views.messages.change(to: chat("a", "B!"))
        _ = step()
        state.views.messages.change(to: nil)
        _ = step()
        state.views.messages.change(to: chat("a", "c", "d", "e", "B!"))
        let openings = state.release().items.compactMap { item -> ChatOpening? in
            if case .messages(let update) = item { update.opening } else { nil }
        }
        #expect(openings.map { $0.rows.map(\.text) } == [["a", "c", "d", "e", "B"]])
    }

    @Test mutating func printsTheListOfChatsAgainWhenNothingCoversIt() {
        state.views.chatList.change(to: list)
        state.views.messages.change(to: .blank)
        #expect(step() == ["chatList", "messages"])
        state.views.messages.change(to: nil)
        #expect(step() == ["messages", "chats"])
    }

    @Test mutating func printsAListThatOpensUnlessItIsPassedOver() {
        state.passesOver = true
        state.views.contactList.change(to: .blank)
        #expect(step() == ["contactList"] && !state.passesOver)
        state.views.contactList.change(to: nil)
        _ = step()
        state.views.contactList.change(to: .blank)
        #expect(step() == ["contactList", "contacts"] && state.numbers.latest == .contacts)
        state.ask(for: .upcoming)
        // A list that is closed is not owed any more.
        #expect(step() == [] && state.owed == [.chats])
    }

    @Test mutating func printsTheListAgainIfTheFirstSyncHasChangedIt() {
        state.views.chatList.change(to: list)
        #expect(step() == ["chatList", "chats"])
        var changed = list
        changed.totalCount = 1
        state.views.chatList.change(to: changed)
        state.views.connection.change(to: connection(.online))
        #expect(step() == ["chatList", "chats"])
        state.views.connection.change(to: connection(.connecting))
        state.views.chatList.change(to: list)
        #expect(step() == ["chatList"])
        state.views.connection.change(to: connection(.online))
        #expect(step() == [])
    }

    @Test mutating func tellsOfALostConnectionOnce() {
        func news(_ items: [ScreenItem]) -> [ConnectionNews] {
            items.compactMap { if case .connection(let news) = $0 { news } else { nil } }
        }
        state.views.connection.change(to: connection(.online))
        #expect(news(state.release().items) == [] && state.hasTried)
        for (model, expected) in [
            (connection(.offline, "Away"), ConnectionNews.lost("Away")), (connection(.connecting), nil),
            (connection(.offline, "Away"), .stillLost("Away")), (connection(.connecting), nil),
            (connection(.offline, "Gone"), .lost("Gone")), (connection(.online), .back),
            (connection(.offline, "Gone"), .lost("Gone")),
        ] {
            state.views.connection.change(to: model)
            #expect(news(state.release().items) == [expected].compactMap(\.self))
        }
        state.views.connection.change(to: connection(.connecting))
        _ = state.release()
        state.askForConnection()
        state.views.connection.change(to: connection(.offline, "Gone"))
        #expect(news(state.release().items) == [.lost("Gone")])
    }

    @Test mutating func followsSilentlyWhileTheOutputIsJSON() {
        state.isSilent = true
        state.views.chatList.change(to: list)
        state.views.recipients.change(to: .blank)
        #expect(step() == [] && state.numbers.latest == nil && state.chatList == list)
        state.isSilent = false
        #expect(step() == ["chats"])
    }

    @Test mutating func printsResultsUnlessTabHasAskedForThem() {
        state.views.recipients.change(to: .blank)
        #expect(step() == ["recipients"] && state.numbers.latest == .candidates)
        state.lookedUp = RecipientsViewModel.blank.query
        state.views.recipients.change(to: .blank)
        #expect(step() == [])
    }

    @Test(arguments: [false, true]) func tellsOfProgressWhereNothingElseShowsIt(printsProgress: Bool) {
        var state = ScreenState(printsProgress: printsProgress)
        var chat = MessagesViewModel.blank
        chat.status.shouldShowBusy = true
        chat.typingText = "Ada is typing…"
        state.views.messages.change(to: chat)
        let items = state.release().items
        #expect(items.contains { if case .typing("Ada is typing…") = $0 { true } else { false } } == printsProgress)
        #expect(
            state.rest().contains { if case .work(.loadingMessages) = $0 { true } else { false } } == printsProgress)
        #expect(state.rest().isEmpty && state.work == [.loadingMessages])
    }

    @Test mutating func remembersWhereTheUserWas() {
        func open(_ chat: ChatID, _ state: inout ScreenState) {
            var model = MessagesViewModel.blank
            model.chat = chat
            state.views.messages.change(to: model)
            _ = state.release()
        }
        for chat: ChatID in ["ada", "bo", "bo", "cy"] { open(chat, &state) }
        #expect(state.lastChat == "cy" && state.previousChat == "bo" && state.read == "cy")
    }
}
