import Foundation
@testable import TelexCore
import TelexRuntime
import Synchronization
import Testing

@testable import TelexWire

@Suite struct LineTests {
    private func decode(_ text: String) -> InLine { LineDecoder.decode(Array(text.utf8)[...], number: 7) }

    private func refusal(_ text: String) -> LineError? {
        if case .refused(let error) = decode(text).content { error } else { nil }
    }

    /// One event of each case, with every optional member there.
    static let events: [Event] = {
        let date = Date(timeIntervalSince1970: 1_767_603_600.25)
        let incoming = IncomingMessage(
            chat: "c", message: "m", contact: "C", author: "A", kind: .emote, text: "t",
            attention: .mention, date: date)
        let last = Chat.LastMessage(
            message: "m", position: 3, isOwn: true, author: "A", kind: .notice, text: "t", date: date)
        let chat = Chat(
            id: "c", contact: "C", last: last, total: 2, readUpTo: 1, unread: 1, mentions: 1,
            unloaded: UnreadCount(messages: 3, mentions: 1), gap: 2, received: "n", receivedUpTo: 2, untold: "m",
            isEncrypted: true, invitation: Invitation(inviter: "I", position: 8))
        let deliveries: [Message.Delivery] = [.received, .sending, .waiting, .sent, .failed(reason: "why")]
        let messages = deliveries.map {
            Message(
                id: "m", chat: "c", position: 9, isOwn: true, author: "A", kind: .unshowable, text: "t",
                isEdited: true, attention: .silent, date: date, delivery: $0)
        }
        let page = HistoryPage(
            chat: "c", contact: "C", messages: messages, total: 5, hasOlder: true, deliveredUpTo: 1, otherReadUpTo: 2,
            unread: 3, gap: HistoryGap(position: 7, token: "b", isHole: true))
        return [
            .chat(.started), .chat(.loaded(chats: [chat, Chat(id: "d", contact: "")])), .chat(.loadFailed(reason: "r")),
            .chat(.listing(rows: 5)), .chat(.creating(contact: "C")), .chat(.created(chat: "c", contact: "C")),
            .chat(.createChatFailed(reason: "r")), .chat(.createChatCancelled),
            .activity(.opened(chat: "c")), .activity(.messaged(messages[0], contact: "C", notifies: true)),
            .activity(.edited(chat: "c", message: "m", text: "t", kind: .notice)),
            .activity(.deleted(chat: "c", message: "m", unreadFrom: 3, isMention: true)),
            .activity(.readAll(chat: "c")),
            .activity(.readElsewhere(chat: "c", upTo: 4, unread: UnreadCount(messages: 2, mentions: 1))),
            .activity(.counted(chat: "c", unread: UnreadCount(messages: 3, mentions: 0))),
            .activity(.paged(chat: "c", messages: messages, gap: 9)),
            .activity(.tellingReads),
            .invitation(.received(chat: "c", contact: "C", inviter: "I")), .invitation(.accepting(chat: "c")),
            .invitation(.declining(chat: "c")), .invitation(.accepted(chat: "c")), .invitation(.declined(chat: "c")),
            .invitation(.failed(chat: "c", reason: "r")),
            .message(.sending(chat: "c", text: "t", message: "m")), .message(.sent(chat: "c", message: "m")),
            .message(.failedSending(chat: "c", message: "m", reason: "r")),
            .message(.delivered(chat: "c", message: "m")),
            .message(.received(incoming)), .message(.userReads(chat: "c")),
            .message(.userRead(chat: "c", message: "m")),
            .message(.otherRead(chat: "c", message: "m")),
            .history(.opening(ChatHeading(chat: "c", contact: "C", isEncrypted: true, barrier: "b", hasUnread: true))),
            .history(.closing(chat: "c")),
            .history(.loadingOlder(chat: "c")), .history(.loaded(page)), .history(.failed(chat: "c", reason: "r")),
            .history(.renamed(ChatHeading(chat: "c", contact: "C"))), .history(.removed(chat: "c")),
            .history(
                .synced(
                    chat: "c",
                    messages: [incoming, IncomingMessage(chat: "c", text: "", isEdited: true, isOwn: true)],
                    before: "b")),
            .history(.older(chat: "c", before: "b", messages: [incoming], next: "a")),
            .outbox(.loaded(messages: messages)), .outbox(.waiting(chat: "c", message: "m")),
            .outbox(.retrying(chat: "c", message: "m")), .outbox(.resuming),
            .revision(.editing(chat: "c", message: "m", text: "t")), .revision(.deleting(chat: "c", message: "m")),
            .revision(.edited(chat: "c", message: "m", text: "t", kind: .text, isEdited: false)),
            .revision(.deleted(chat: "c", message: "m")),
            .revision(.failed(chat: "c", message: "m", reason: "r")),
            .presence(.typing(chat: "c", author: nil)), .presence(.stoppedTyping(chat: "c", author: "a")),
            .presence(.userTyping(chat: "c")),
            .search(.changed(query: "q")), .search(.found(query: "q", contacts: ["C"])),
            .screen(.opened(.messages("c"))), .screen(.closed(.createChat)),
            .contact(
                .loaded(contacts: [
                    Contact(id: "p", first: "A", last: "B", chat: "c", details: "TEL:1"),
                    Contact(id: "q", first: "", last: ""),
                ])),
            .contact(.loadFailed(reason: "r")), .contact(.listing(rows: 5)), .contact(.adding(first: "A", last: "B")),
            .contact(.renaming(person: "p", first: "A", last: "B")), .contact(.removing(person: "p")),
            .contact(.tapped(person: "p")), .contact(.met(chat: "c", contact: "C")), .contact(.importing(vcard: "v")),
            .contactForm(.opening), .contactForm(.editing(person: "p")), .contactForm(.left),
            .reminder(
                .loaded(reminders: [
                    Reminder(id: "r", name: "n", due: date, isDone: true, isTold: true, chat: "c"),
                    Reminder(id: "q", name: "", due: date),
                ])),
            .reminder(.loadFailed(reason: "r")), .reminder(.listing(rows: 5)), .reminder(.typing(name: "n", due: "d")),
            .reminder(.adding(name: "n", due: "d", chat: "c")), .reminder(.done(reminder: "r")),
            .reminder(.undone(reminder: "r")), .reminder(.tapped(reminder: "r")), .reminder(.cameDue),
            .reminderForm(.opening), .reminderForm(.editing(chat: "c")), .reminderForm(.left),
            .notification(.received(incoming)), .notification(.raised(incoming)),
            .notification(.revised(chat: "c", message: "m", text: "t")),
            .notification(.reminded(reminder: "r", name: "n", chat: "c")),
            .notification(.reminderTapped(reminder: "r")),
            .notification(.reminderDismissed(reminder: "r")),
            .notification(.listing(rows: 9)), .notification(.tapped(chat: "c")), .notification(.dismissed(chat: "c")),
            .connection(.connecting), .connection(.connected),
            .connection(.bookmarked(name: "n", value: "v")), .connection(.progressed(done: 1, total: 2)),
            .connection(.disconnected(reason: "r")),
            .connection(.retrying), .connection(.socketOpened(chat: "c")), .connection(.socketClosed(chat: "c")),
            .connection(.queued(count: 2)), .clock(.began), .clock(.dayChanged),
        ]
    }()

    @Test func hasAFormForEveryEvent() {
        let names = Self.events.map { event in EventForms.all.first { $0.form.fits(event) }?.name }
        #expect(names == EventForms.names)
    }

    @Test(arguments: events)
    func readsEveryEventAsItWritesIt(event: Event) {
        var writer = JSONWriter()
        event.write(to: &writer)
        #expect(decode(String(decoding: writer.bytes, as: UTF8.self)).content == .event(event))
    }

    @Test(arguments: EventForms.all.indices)
    func asksForEveryMemberThatIsNotOptional(index: Int) {
        let form = EventForms.all[index]
        var writer = JSONWriter()
        Self.events[index].write(to: &writer)
        guard case .success(.object(let object)) = JSONParser.parse(writer.bytes[...]).0 else {
            return #expect(Bool(false))
        }
        for member in form.form.members where !member.isOptional {
            var less = JSONWriter()
            less.beginObject()
            for other in object.members where other.name != member.name {
                less.name(other.name)
                less.write(other.value)
            }
            less.endObject()
            guard case .missingMember(member.name, form.name, _) = refusal(String(decoding: less.bytes, as: UTF8.self))
            else { return #expect(Bool(false), "\(form.name) without \(member.name)") }
        }
    }

    @Test func ignoresMembersThatItDoesNotKnow() {
        let line = decode(#"{"future":{"deep":[1]},"event":"chat.listing","rows":3,"id":"a","later":null}"#)
        #expect(line == InLine(number: 7, id: "a", content: .event(.chat(.listing(rows: 3)))))
        #expect(line.cause == Cause(id: "a", number: 7))
    }

    @Test func readsControlLines() {
        #expect(decode(#"{"subscribe":["badge","messages"]}"#).content == .control(.subscribe([.badge, .messages])))
        #expect(decode(#"{"unsubscribe":[]}"#).content == .control(.unsubscribe([])))
        #expect(decode(#"{"advance":"90s"}"#).content == .control(.advance(90)))
        #expect(decode(#"{"backend":{"b":1,"a":[null]}}"#).content == .control(.backend(#"{"b":1,"a":[null]}"#)))
    }

    @Test(arguments: [
        (LineError.notUTF8, "The line is not UTF-8. Write it in UTF-8."),
        (
            .notJSON(byte: 3, reason: "a value was expected"),
            "The line is not JSON: a value was expected, at byte 3. Write one JSON object a line."
        ),
        (
            .notObject(kind: "an array"),
            #"The line is an array. Write one JSON object a line, such as {"event":"chat.listing","rows":50}."#
        ),
        (.tooLong, "The line is longer than 1048576 bytes. Send less in one line."),
        (.tooDeep, "The line has more than 64 arrays and objects in each other. No event needs so many."),
        (
            .noEvent,
            "The line has none of the members event, subscribe, unsubscribe, advance and backend. Add one of them."
        ),
        (.unknownEvent("a.b", nearest: nil), #"There is no event "a.b". The first line, hello, lists all."#),
        (
            .unknownEvent("a.b", nearest: "a.c"),
            #"There is no event "a.b". Did you mean "a.c"? The first line, hello, lists all."#
        ),
        (
            .unknownView("x"),
            #"There is no view "x". There are: chatList, createChat, autocompleteContact, contactList, addContact, contactExport, upcoming, addReminder, reminderExport, messages, notification, badge, connection."#
        ),
        (
            .missingMember("rows", of: "chat.listing", expected: "an integer"),
            #"chat.listing needs the member "rows": an integer."#
        ),
        (
            .mistypedMember("rows", of: "chat.listing", expected: "an integer"),
            #"The member "rows" of chat.listing takes an integer."#
        ),
        (.notVirtual, "Time can be advanced only under a virtual clock. Start with --clock virtual."),
        (.unsupported("No."), "No."), (.malformedCommand("No."), "No."),
        (.storeFailed("disk full"), "What the line did was not stored: disk full"),
        (
            .unfinished,
            "The time after the end of input ran out before this was done; what waits goes out at the next start. Allow more with --drain."
        ),
        (.stopped, "The program ended before this was done; what waits goes out at the next start."),
    ])
    func saysWhatToDo(error: LineError, sentence: String) {
        #expect(error.description == sentence)
        #expect(LineError.codes.contains(error.code))
    }

    @Test func numbersLinesAndTellsWhichRowsChanged() {
        var encoder = LineEncoder()
        func encode(_ line: OutLine) -> String {
            var writer = JSONWriter()
            encoder.encode(line, to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        func list(_ rows: [(String, Int)]) -> NotificationViewModel {
            NotificationViewModel(
                shouldShow: true, total: rows.count,
                notifications: rows.map { chat, unread in
                    Shown(
                        NotificationViewModel.Row(
                            chat: ChatID(chat), reminder: nil, who: chat, text: "", unread: unread,
                            tapped: Action(.notification(.tapped(chat: ChatID(chat)))),
                            dismissed: Action(.notification(.dismissed(chat: ChatID(chat))))))
                }, loadMore: nil)
        }
        #expect(
            encode(.view(list([("a", 1), ("b", 1)]), cause: nil, isFirst: false)).hasPrefix(
                #"{"seq":0,"view":"notification","cause":null,"changes":{"came":["a","b"],"changed":[],"went":[]},"#))
        #expect(
            encode(.view(list([("c", 1), ("a", 2)]), cause: "x", isFirst: false)).hasPrefix(
                #"{"seq":1,"view":"notification","cause":"x","changes":{"came":["c"],"changed":["a"],"went":["b"]},"#))
        #expect(
            encode(.closed(.notification, cause: nil))
                == "{\"seq\":2,\"view\":\"notification\",\"cause\":null,\"closed\":true}\n")
        #expect(encode(.view(list([("a", 2)]), cause: nil, isFirst: false)).contains(#""came":["a"]"#))
        #expect(encode(.settled("é\"")) == "{\"seq\":4,\"settled\":\"é\\\"\"}\n")
        #expect(encode(.gap(lines: 3)) == "{\"seq\":5,\"gap\":{\"lines\":3}}\n")
        #expect(encode(.bye(.eof)) == "{\"seq\":6,\"bye\":{\"reason\":\"eof\"}}\n")
    }

    @Test func takesBackWhatWasNotLetGo() throws {
        let (read, write) = try pipe()
        let output = LineOutput(FileOutput(write.fileDescriptor))
        output.write(.settled("1"))
        try output.release()
        output.write(.settled("not stored"))
        output.discard()
        output.write(.bye(.storeFailed))
        try output.release()
        try write.close()
        let text = String(decoding: read.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "{\"seq\":0,\"settled\":\"1\"}\n{\"seq\":1,\"bye\":{\"reason\":\"storeFailed\"}}\n")
    }

    private func pipe() throws -> (FileHandle, FileHandle) {
        let pipe = Pipe()
        return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    }
}
