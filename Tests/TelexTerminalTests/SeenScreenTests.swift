import Foundation
import TelexCore
import TelexRuntime
import Testing

@testable import TelexTerminal

/// What commands mean if something arrives between the first key of a line and Enter.
@Suite struct SeenScreenTests {
    private final class Output: TextOutput {
        let isInteractive = true
        let showsState = true
        var state = EditorState()
        var seen: SeenScreen?

        func print(_ printed: Printed) {}
        func see(_ seen: SeenScreen) { self.seen = seen }
        func show(_ entries: [Entry]) {}
        func alert(who: String, text: String) {}
        func discard() {}
        func release(_ state: EditorState?) { if let state { self.state = state } }
        func took(_ line: String, isMessage: Bool) {}
        func edit(_ text: String) -> Bool { false }
        func page(_ text: String) -> Bool { false }
    }

    private let output = Output()
    private let telex = Telex(region: .fixed)
    private let skin: TextSkin

    init() throws {
        skin = TextSkin(output)
        skin.bind(to: telex)
        try send(.chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada"), Chat(id: "bo", title: "Bo")]))))
    }

    private func send(_ event: Event, order: Int64 = 1, known: [MessageID: KnownMessage] = [:]) throws {
        let time = Date(timeIntervalSince1970: 1_767_603_600)
        telex.receive(event, Stamp(time: time, order: order, freshID: "fresh", cause: nil, known: known))
        try skin.release()
        try skin.idle()
    }

    private static func message(_ id: MessageID, _ position: Int64) -> Message {
        Message(
            id: id, chat: "ada", position: position, isOwn: id == "mine", content: .text(id.text),
            date: Date(timeIntervalSince1970: 1_767_603_600), delivery: id == "mine" ? .sent : .received)
    }

    /// Opens a chat with two messages: one of ours, and one of hers.
    private func open() throws {
        try send(.screen(.opening(.messages("ada"))))
        let messages = [Self.message("mine", 1), Self.message("hers", 2)]
        try send(.history(.loaded(HistoryPage(chat: "ada", messages: messages, total: 2, hasOlder: false))))
    }

    private func receive(_ id: MessageID) throws {
        try send(.message(.received(IncomingMessage(chat: "ada", message: id, content: .text("late")))), order: 9)
    }

    /// A line that has begun, and is executed later.
    private struct Line {
        let skin: TextSkin
        let seen: SeenScreen?
        /// What it finds when it is executed now.
        var actions: ActionFinder { ActionFinder(skin.screen, seen: seen) }
    }

    private func begun() -> Line { Line(skin: skin, seen: output.state.seen) }

    @Test func meansTheMessagesThatWereOnTheScreen() throws {
        try open()
        let line = begun()
        try receive("late")
        #expect(
            try line.actions.reply("Yes")
                == .message(
                    .sending(OutgoingMessage(chat: "ada", text: "Yes", message: nil, replyTo: "hers", spans: []))))
        #expect(try line.actions.reply("1 Yes") == line.actions.reply("Yes"))
        #expect(
            try line.actions.react("1 x") == .reaction(.adding(ReactionWish(chat: "ada", message: "hers", key: "x"))))
        #expect(try line.actions.react("x") == line.actions.react("1 x"))
        #expect(
            try line.actions.edit("2 new")
                == .revision(.editing(MessageEdit(chat: "ada", message: "mine", text: "new", spans: []))))
        #expect(
            try line.actions.delete("2")
                == .revision(.deleting(MessageDeletion(chat: "ada", message: "mine", delay: 10))))
        // A line that begins now means the message that has come.
        #expect(
            try begun().actions.react("1 x") == .reaction(.adding(ReactionWish(chat: "ada", message: "late", key: "x")))
        )
    }

    @Test func editsACaptionAndRemovesItByANumberAlone() throws {
        try open()
        let content = MessageContent(kind: .file, text: "Look", file: MessageFile(id: "x", source: "s", name: "a.png"))
        try send(
            .message(.received(IncomingMessage(chat: "ada", message: "f", content: content, isOwn: true))), order: 9)
        let actions = begun().actions
        func edit(_ text: String) -> Event { .revision(.editing(MessageEdit(chat: "ada", message: "f", text: text))) }
        #expect(try actions.edit("1 New") == edit("New") && actions.edit("New") == edit("New"))
        #expect(try actions.edit("1") == edit(""))
        #expect(throws: Complaint.notOurs(2)) { try actions.edit("2") }
        for argument in ["", "3"] {
            #expect(throws: Complaint.needsArgument(.edit)) { try actions.edit(argument) }
        }
    }

    /// What Up offers comes with the message that the screen shows, before the session is idle.
    @Test func offersToEditTheMessageThatWasPrintedLast() throws {
        try open()
        #expect(output.seen?.editing == "/edit mine")
        let time = Date(timeIntervalSince1970: 1_767_603_600)
        telex.receive(
            .message(.sending(OutgoingMessage(chat: "ada", text: "5 apples", message: "next"))),
            Stamp(time: time, order: 9, freshID: "fresh", cause: nil, known: [:]))
        try skin.release()
        #expect(output.seen?.messages?.lastOwn?.text == "5 apples")
        #expect(output.seen?.editing == nil)
    }

    @Test func saysWhatACommandIsAbout() throws {
        try open()
        let seen = try #require(output.state.seen)
        for (line, message) in [
            ("/reply", "hers"), ("/reply 1 Yes", "hers"), ("/reply 2", "mine"), ("/react x", "hers"),
            ("/edit new", "mine"), ("/report", "hers"), ("/report 2 spam", "mine"),
            ("/delete", "mine"), ("/delete 1", "hers"), ("/copy", "hers"), ("/reply 9 x", nil), ("/names", nil),
            ("hi", nil),
        ] as [(String, MessageID?)] {
            #expect(seen.target(of: line)?.message == message, "\(line)")
        }
        #expect(
            CommandHint.of("/edit new", seen)?.rendered(paint: .none).hasPrefix("/edit [NUMBER] TEXT  You: mine")
                == true)
        var reading = seen
        (reading.reader, reading.target) = (seen.messages, "mine")
        #expect(reading.target(of: "/reply 1 x")?.message == "mine")
        // A number is part of the text.
        let actions = ActionFinder(skin.screen, seen: reading)
        let edit = MessageEdit(chat: "ada", message: "mine", text: "1 x", spans: [])
        #expect(try actions.edit("1 x") == .revision(.editing(edit)))
        let reply = OutgoingMessage(chat: "ada", text: "7", message: nil, replyTo: "mine", spans: [])
        #expect(try actions.reply("7") == .message(.sending(reply)))
    }

    @Test func refusesATargetThatHasChangedItsMeaning() throws {
        try open()
        let line = begun()
        try send(
            .revision(.deleted(MessageKey(chat: "ada", message: "hers"))),
            known: ["hers": KnownMessage(position: 2, content: .text("hers"))])
        #expect(throws: Complaint.messageGone("hers")) { try line.actions.reply("Yes") }
        #expect(throws: Complaint.notAnswerable(1)) { try line.actions.reply("1 Yes") }
        try send(.screen(.opening(.messages("bo"))))
        #expect(throws: Complaint.chatChanged(.reply)) { try line.actions.reply("Yes") }
        #expect(throws: Complaint.chatChanged(.delete)) { try line.actions.delete("2") }
        #expect(throws: Complaint.chatChanged(.edit)) { try line.actions.edit("Yes") }
        #expect(throws: Complaint.chatChanged(.retry)) { try line.actions.retry("") }
    }

    @Test func takesNumbersOfTheListThatWasPrintedLast() throws {
        #expect(try begun().actions.open("2") == .screen(.opening(.messages("bo"))))
        let line = begun()
        try send(.message(.received(IncomingMessage(chat: "bo", message: "b", content: .text("hi")))))
        #expect(try line.actions.open("2") == .screen(.opening(.messages("bo"))))
        for list in [PrintedNumbers.List.contacts, .upcoming, .candidates] {
            #expect(throws: Complaint.self) { try line.actions.check(1, in: list) }
        }
        try send(.screen(.opening(.contactList)))
        try send(.contact(.loaded(contacts: [Contact(id: "c", first: "Cy", last: "")])))
        let contacts = begun()
        try contacts.actions.check(1, in: .contacts)
        #expect(try contacts.actions.contact(1).contact == "c")
        #expect(throws: Complaint.notOnScreen(1, .chats)) { try contacts.actions.open("1") }
        // The line began while the chats were on the screen.
        #expect(throws: Complaint.notOnScreen(1, .contacts)) { try line.actions.check(1, in: .contacts) }
    }

    @Test func answersTheInvitationThatWasTheNewest() throws {
        try send(.invitation(.received(ReceivedInvitation(chat: "club", title: "Club", inviter: "Ada"))))
        let line = begun()
        try send(.invitation(.received(ReceivedInvitation(chat: "spam", title: "Spam", inviter: "Eve"))))
        #expect(try line.actions.answer("", \.accept) == .invitation(.accepting(chat: "club")))
        #expect(try begun().actions.answer("", \.accept) == .invitation(.accepting(chat: "spam")))
    }

    @Test func meansTheNotificationThatWasThere() throws {
        try send(.message(.received(IncomingMessage(chat: "ada", message: "a", content: .text("hi")))))
        let line = begun()
        try send(.message(.received(IncomingMessage(chat: "bo", message: "b", content: .text("hi")))))
        #expect(try line.actions.notification("", .dismiss).chat == "ada")
        #expect(try begun().actions.notification("1", .dismiss).chat == "bo")
    }
}
