import Foundation
@testable import TelexCore
import TelexRuntime
import Testing

@testable import TelexTerminal

@Suite struct TextSkinTests {
    private final class Output: TextOutput {
        var lines: [String] = []
        var replaced: [String] = []
        var removed: [String] = []
        let isInteractive = true
        var showsState = false
        var state = EditorState()
        var seen: SeenScreen?

        func print(_ printed: Printed) {
            switch printed {
            case .entry(let entry): lines += entry.lines.map { $0.rendered(paint: .none) }
            case .replacement(let id, let entries, let otherwise):
                if entries.isEmpty, otherwise.isEmpty { removed.append(id.text) } else { replaced.append(id.text) }
            case .revisions: break
            }
        }

        func show(_ entries: [Entry]) { for entry in entries { print(.entry(entry)) } }
        func alert(who: String, text: String) {}
        func see(_ seen: SeenScreen) { self.seen = seen }
        func discard() {}
        func release(_ state: EditorState?) { if let state { self.state = state } }
        func took(_ line: String, isMessage: Bool) {}
        func edit(_ text: String) -> Bool { false }
        func page(_ text: String) -> Bool { false }
    }

    private let output = Output()
    private let telex = Telex(region: .fixed)

    private func send(_ event: Event, _ skin: TextSkin) throws {
        let time = Date(timeIntervalSince1970: 1_767_603_600)
        telex.receive(event, Stamp(time: time, order: 1, freshID: "a", cause: nil, known: [:]))
        try skin.release()
        try skin.idle()
    }

    /// Lines from a pipe wait only for the first attempt to connect.
    @Test func remembersThatItTriedToConnect() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        try send(.connection(.connecting), skin)
        #expect(skin.screen.connection?.state == .connecting && !skin.screen.hasTried)
        try send(.connection(.disconnected(Disconnection("No."))), skin)
        #expect(skin.screen.hasTried)
        try send(.connection(.retrying), skin)
        #expect(skin.screen.connection?.state == .connecting && skin.screen.hasTried)
    }

    @Test func printsAllThatAChatSaysAtOnce() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        try send(.screen(.opening(.messages("ada"))), skin)
        output.lines = []
        for path in ["/a", "/b", "/a"] {
            let saved = Event.file(.saved(FileSaving(chat: "ada", message: "m", path: path)))
            telex.receive(saved, Stamp(time: .now, order: 1, freshID: "a", cause: nil, known: [:]))
        }
        try skin.release()
        #expect(output.lines == ["Saved as /a.", "Saved as /b.", "Saved as /a."])
    }

    @Test func printsBusyLineOnce() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        let busy = "Creating the chat with Ada…"
        try send(.screen(.opening(.chatForm)), skin)
        try send(.chat(.creating(recipient: "Ada")), skin)
        for _ in 0..<3 { try skin.idle() }
        #expect(output.lines.filter { $0 == busy }.count == 1)
        try send(.chat(.createFailed(CreationFailure(reason: "No."))), skin)
        try send(.chat(.creating(recipient: "Ada")), skin)
        #expect(output.lines.filter { $0 == busy }.count == 2)
    }

    @Test(arguments: [
        ("Bob", "Bob", nil), ("bob: Two", "bob", "Two"), ("bob, cleo: Walks: hills", "bob, cleo", "Walks: hills"),
        ("@bob:x, @cleo:x", "@bob:x, @cleo:x", nil), ("@bob:x: Two", "@bob:x", "Two"),
    ])
    func readsTheTitleOfAGroup(text: String, recipient: String, title: String?) throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        try send(.screen(.opening(.chatForm)), skin)
        #expect(ActionFinder(skin.screen).creation(text) == .chat(.creating(recipient: recipient, title: title)))
    }

    @Test func completesNumbersOfPeopleOncePrinted() throws {
        let skin = TextSkin(output)
        output.showsState = true
        skin.bind(to: telex)
        try send(.screen(.opening(.chatForm)), skin)
        let telex = telex
        func receive(_ event: Event) {
            let time = Date(timeIntervalSince1970: 1_767_603_600)
            telex.receive(event, Stamp(time: time, order: 1, freshID: "a", cause: nil, known: [:]))
        }
        receive(.search(.searching(query: "eli")))
        receive(.search(.found(FoundPeople(query: "eli"))))
        receive(.search(.found(FoundPeople(query: "eli", recipients: ["Eliza"]))))
        try skin.release()
        #expect(output.lines.last == "/choose NUMBER opens the chat.")
        #expect(output.seen.map(CompletionWorld.init)?.peopleNumbers.map(\.text) == ["1"])
    }

    @Test(arguments: [
        (BackendKind.bots, "/new Eliza starts one with the built-in bot"),
        (.server, "/new NAME starts one with a person on the server"), (.matrix, "/new @ada:example.org starts one"),
    ])
    func suggestsHowToStartFirstChat(backend: BackendKind, hint: String) throws {
        let skin = TextSkin(output, SkinOptions(backend: backend))
        skin.bind(to: telex)
        try send(.chat(.loaded(LoadedChats(chats: []))), skin)
        #expect(output.lines == ["No chats yet. \(hint); /help lists the commands."])
    }

    @Test func leavingAChatIsNoError() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        try send(.chat(.synced(chats: [ServerChat(id: "club", title: "Club")])), skin)
        try send(.screen(.opening(.messages("club"))), skin)
        try send(.history(.loaded(HistoryPage(chat: "club", messages: [], total: 0, hasOlder: false))), skin)
        let own = ChatMember(id: "me", standing: .left, isOwn: true)
        try send(.member(.synced(SyncedMembers(chat: "club", members: [own], isComplete: false))), skin)
        #expect(output.lines.last == "You are no longer in this chat.")
        try send(.message(.sending(OutgoingMessage(chat: "club", text: "Hello?"))), skin)
        #expect(output.lines.last == "! You are no longer in this chat.")
    }

    @Test func oneLineStandsForAllMessagesInARowOfPeopleWhomWeIgnore() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        func write(_ messages: (MessageID, UserID)...) throws {
            let messages = messages.map { id, sender in
                IncomingMessage(
                    chat: "club", message: id, content: MessageContent(text: "This is \(id)", sender: sender),
                    date: Date(timeIntervalSince1970: 1_767_603_600))
            }
            let order = Int64(messages[0].message!.text.dropFirst())! * 10
            let stamp = Stamp(time: messages[0].date!, order: order, freshID: "a", cause: nil, known: [:])
            telex.receive(.history(.synced(SyncedHistory(chat: "club", messages: messages, before: nil))), stamp)
            try skin.release()
            try skin.idle()
        }
        try send(.chat(.synced(chats: [ServerChat(id: "club", title: "Club")])), skin)
        try send(.screen(.opening(.messages("club"))), skin)
        try send(.history(.loaded(HistoryPage(chat: "club", messages: [], total: 0, hasOlder: false))), skin)
        try send(.member(.ignoring(user: "eve")), skin)
        try write(("m1", "bo"), ("m2", "eve"), ("m3", "eve"), ("m4", "bo"))
        func shown() -> [String] {
            defer { (output.lines, output.replaced) = ([], []) }
            let lines = output.lines.filter { $0.contains("This is") || $0.contains("ignore") }.map {
                $0.contains("This is") ? String($0.suffix(2)) : $0
            }
            return lines + output.replaced.filter { $0.contains("m5") }
        }
        #expect(shown() == ["m1", "2 messages of somebody you ignore", "m4"])
        try write(("m5", "eve"))
        #expect(shown() == ["1 message of somebody you ignore"])
        try write(("m6", "eve"), ("m7", "bo"))
        #expect(shown() == ["m7", "club\u{0}m5"])
        try send(.member(.unignoring(user: "eve")), skin)
        try write(("m8", "eve"))
        #expect(shown() == ["m8"])
    }

    @Test func saysWhyAnInvitationCannotBeAnswered() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        var actions: ActionFinder { ActionFinder(skin.screen) }
        try send(.chat(.loaded(LoadedChats(chats: []))), skin)
        #expect(throws: Complaint.refused("There are no invitations.")) { try actions.answer("", \.accept) }
        try send(.invitation(.requested(TitledChat(chat: "club", title: "Club"))), skin)
        #expect(throws: Complaint.notLetIn("Club")) { try actions.answer("1", \.accept) }
        #expect(throws: Complaint.notLetIn("Club")) { try actions.addressed("Club Hi") }
        try send(.invitation(.received(ReceivedInvitation(chat: "club", title: "Club", inviter: "Ada"))), skin)
        #expect(throws: Complaint.notJoined("Club")) { try actions.addressed("Club Hi") }
        try send(actions.answer("1", \.accept), skin)
        #expect(throws: Complaint.answered("Club")) { try actions.answer("1", \.accept) }
        #expect(throws: Complaint.answered("Club")) { try actions.addressed("Club Hi") }
        try send(.invitation(.accepted(chat: "club")), skin)
        #expect(throws: Complaint.refused("You are not invited to \"Club\".")) {
            try actions.answer("1", \.decline)
        }
    }

    @Test func whoInvitesUsIsIgnoredByNameOrId() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        var actions: ActionFinder { ActionFinder(skin.screen) }
        try send(.chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada")]))), skin)
        let invitation = ReceivedInvitation(chat: "spam", title: "Spam", inviter: "Eve Adams (eve)", inviterID: "eve")
        try send(.invitation(.received(invitation)), skin)
        for name in ["eve", "Eve Adams", "eve adams", "Eve Adams (eve)"] {
            #expect(actions.ignoreOfInviter(name)?.event == .member(.ignoring(user: "eve")))
        }
        for name in ["Eve", "Spam", "Ada", "ada", ""] { #expect(actions.ignoreOfInviter(name) == nil) }
    }

    @Test func aNameThatBeginsSeveralTitlesMeansTheChatThatHasIt() throws {
        let skin = TextSkin(output)
        skin.bind(to: telex)
        var actions: ActionFinder { ActionFinder(skin.screen) }
        let chats = [Chat(id: "a", title: "Ada"), Chat(id: "l", title: "Ada Lovelace"), Chat(id: "n", title: "2")]
        try send(.chat(.loaded(LoadedChats(chats: chats))), skin)
        #expect(throws: Complaint.manyChats("ad", ["Ada", "Ada Lovelace"])) { try actions.addressed("ad hi") }
        #expect(try actions.addressed("Ada hi").0.chat == "a" && actions.addressed("ADA hi").0.chat == "a")
        #expect(try actions.open("ada") == .screen(.opening(.messages("a"))))
        #expect(try actions.addressed("Ada Lovelace hi").0.chat == "l" && actions.addressed("a hi").0.chat == "a")
        // A title can look like a number.
        #expect(try actions.addressed("2 hi").0.chat == "n")
    }

    /// Opens a chat with a read message and two new ones.
    private func openWithNews() throws -> TextSkin {
        let skin = TextSkin(output, SkinOptions())
        skin.bind(to: telex)
        try send(.chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada", readUpTo: 1, unread: 2)]))), skin)
        output.lines = []
        let messages = (1...3).map {
            Message(
                id: MessageID("m\($0)"), chat: "ada", position: Int64($0), isOwn: false, content: .text("hello \($0)"),
                date: Date(timeIntervalSince1970: 1_767_603_600), delivery: .received)
        }
        try send(.screen(.opening(.messages("ada"))), skin)
        let page = HistoryPage(chat: "ada", messages: messages, total: 3, hasOlder: false)
        try send(.history(.loaded(page)), skin)
        return skin
    }

    @Test func marksNewMessages() throws {
        _ = try openWithNews()
        #expect(
            output.lines.suffix(5) == [
                "— Today —", "09:00  Unknown sender: hello 1", "── 2 new ──", "09:00  Unknown sender: hello 2",
                "09:00  Unknown sender: hello 3",
            ])
    }

    @Test func removesTheMarkOnceWeAnswer() throws {
        let skin = try openWithNews()
        try send(.message(.sending(OutgoingMessage(chat: "ada", text: "Here I am", message: nil))), skin)
        #expect(output.removed == ["ada\u{0}\u{0}new"])
    }

    @Test func leavesTheMarkWhereItIsWhenAnotherChatOpens() throws {
        let skin = try openWithNews()
        try send(.screen(.opening(.messages("bo"))), skin)
        #expect(output.replaced.isEmpty)
    }

    private func synced(_ counts: KeyValuePairs<String, Int>) -> Event {
        .chat(
            .loaded(
                LoadedChats(chats: counts.map { Chat(id: ChatID($0.key), title: $0.key.capitalized, unread: $0.value) })
            ))
    }

    @Test func numbersTheChatsWithNewsInTheBar() throws {
        output.showsState = true
        let skin = TextSkin(output, SkinOptions(user: "me", hasBar: true))
        skin.bind(to: telex)
        func line() -> String? { output.state.bar?.rendered(paint: .none) }
        try send(synced(["ada": 0, "bo": 2, "cy": 1]), skin)
        #expect(line() == "me  connecting…  [1 Bo 2]  [2 Cy 1]")
        // Bo is read: Cy keeps the number, and Ada gets the free one.
        try send(.screen(.opening(.messages("bo"))), skin)
        let message = IncomingMessage(chat: "ada", message: "a1", content: .text("hi"))
        try send(.message(.received(message)), skin)
        #expect(line() == "me  connecting…  Loading messages…  [1 Ada 1]  [2 Cy 1]")
        #expect(skin.screen.bar.numbers == ["ada": 1, "cy": 2])
    }

    @Test func goesToMentionsFirst() {
        func row(_ chat: ChatID, _ mentions: Int) -> Chat { Chat(id: chat, title: "", unread: 3, mentions: mentions) }
        telex.receive(
            .chat(.loaded(LoadedChats(chats: [row("ada", 0), row("bo", 1), row("cy", 2)]))),
            Stamp(time: Date(timeIntervalSince1970: 0), order: 1, freshID: "a", cause: nil, known: [:]))
        let list = LatestModel<ChatListViewModel>()
        telex.bind(list)
        #expect(Bar.next(list.model, open: nil)?.chat == "bo")
        #expect(Bar.next(list.model, open: "bo")?.chat == "cy")
        #expect(Bar.next(nil, open: nil) == nil)
    }

    /// A burst of messages is one line, for as long as the notification is pending.
    @Test func updatesANotificationInPlace() throws {
        let skin = TextSkin(output, SkinOptions())
        skin.bind(to: telex)
        for number in 1...100 {
            let message = IncomingMessage(
                chat: "ada", message: MessageID("a\(number)"), title: "Ada", content: .text("hi \(number)"))
            try send(.message(.received(message)), skin)
        }
        #expect(output.lines.filter { $0.hasPrefix("* Ada") } == ["* Ada: Unknown sender: hi 1  09:00  /go opens it"])
        #expect(output.replaced.count == 99 && Set(output.replaced) == ["notification\u{0}chat:ada"])
        try send(.screen(.opening(.messages("ada"))), skin)
        try send(.screen(.closing(.messages)), skin)
        try send(.message(.received(IncomingMessage(chat: "ada", message: "b", content: .text("again")))), skin)
        #expect(output.lines.contains("* Ada: Unknown sender: again  09:00  /go opens it"))
    }

    /// What is read on another device goes from the screen, and prints nothing.
    @Test func removesANotificationThatIsReadElsewhere() throws {
        let skin = TextSkin(output, SkinOptions())
        skin.bind(to: telex)
        for chat in ["ada", "bo", "cy"] as [ChatID] {
            try send(.message(.received(IncomingMessage(chat: chat, message: "m", content: .text("hi")))), skin)
        }
        let lines = output.lines
        try send(.notification(.resolved(chat: "bo")), skin)
        #expect(output.removed == ["notification\u{0}chat:bo"] && output.lines == lines)
        // The numbers are those of the lines that are left.
        let left: [ChatID] = ["cy", "ada"]
        #expect(skin.screen.numbers.notifications.map(\.chat) == left)
        try send(.notification(.dismissing(chat: "cy")), skin)
        #expect(output.removed.last == "notification\u{0}chat:cy" && output.removed.count == 2 && output.replaced == [])
        try send(.message(.received(IncomingMessage(chat: "bo", message: "n", content: .text("again")))), skin)
        #expect(output.lines.contains("* bo: Unknown sender: again  09:00  /go opens it"))
    }

    private func notifications(_ names: [String], isCut: Bool) -> NotificationViewModel {
        var model = NotificationViewModel.blank
        model.notifications = names.map { name in
            var row = NotificationViewModel.Row.blank
            row.id = name
            return Shown(row)
        }
        model.loadMore = isCut ? .blank : nil
        return model
    }

    @Test(arguments: [
        (["a", "b", "c"], ["a", "c"], false, ["b"]), (["a", "b", "c"], [], false, ["a", "b", "c"]),
        (["a", "b"], ["a", "b"], false, []), (["a", "b"], ["b", "a"], false, []), ([], ["a"], false, []),
        // A new one pushes out the last.
        (["a", "b", "c"], ["n", "a", "b"], true, []), (["a", "b", "c"], ["n", "a", "c"], true, ["b"]),
        (["a", "b"], ["n", "m"], true, []), (["a", "b", "c"], ["b", "c", "d"], true, ["a"]),
    ])
    func tellsWhichNotificationsAreGone(old: [String], new: [String], isCut: Bool, gone: [String]) {
        let found = NotificationText.gone(notifications(old, isCut: isCut), notifications(new, isCut: isCut))
        #expect(found.map(\.id) == gone)
    }
}

extension Telex: ViewSource {
    public func bind<Listener: Listening>(_ listener: Listener) { bind(listener, in: .main) }
}
