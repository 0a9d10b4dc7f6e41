import Foundation
import TelexCore
import TelexWire
import Testing

@testable import TelexStorage

/// Whatever is stored can be read back: exactly, or as the nearest value that every reader accepts.
@Suite struct RoundTripTests {
    /// Makes random values, many of them odd. The same seed gives the same values.
    private struct Chance: RandomNumberGenerator {
        /// Knuth's MMIX.
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33 | state << 31
        }

        mutating func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &self)! }
        mutating func maybe<Value>(_ value: (inout Chance) -> Value) -> Value? {
            Bool.random(using: &self) ? value(&self) : nil
        }
        mutating func some<Value>(_ value: (inout Chance) -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &self)).map { _ in value(&self) }
        }

        mutating func text() -> String {
            one(of: [
                "", "a", "\0", "\u{1}", "\u{1}0", "a\0b\u{1}1", "e\u{301}", "é", "\u{FFFD}", "\u{202E}x", "👩‍👩‍👧", "\\",
                "\"",
                "\u{7F}\u{9B}", "\r\n\u{2028}", "{", "null", String(repeating: "x", count: 5000), " ",
            ])
        }

        mutating func id<Owner>() -> Identifier<Owner> { Identifier(text()) }

        mutating func number() -> Int64 {
            one(of: [
                0, 1, -1, 1 << 52, (1 << 53) - 1, 1 << 53, -(1 << 53), .max, .min, .random(in: 1...999, using: &self),
            ])
        }

        mutating func count() -> Int { one(of: [0, 1, 7, Int(Int32.max), Int(Int32.max) + 1, .max, .min, -1]) }

        mutating func date() -> Date {
            one(of: [
                Date(timeIntervalSince1970: 0), .distantPast, .distantFuture, Date(timeIntervalSince1970: .nan),
                Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.infinity),
                Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: 1_767_603_600.125),
                Date(timeIntervalSince1970: 9.223_372_036_854_775e15), Date(timeIntervalSince1970: -62_167_219_201),
            ])
        }

        mutating func flag() -> Bool { Bool.random(using: &self) }

        mutating func change() -> ChatChange {
            ChatChange(
                ChatChange.Parts(
                    one(of: ChatChange.Kind.allCases), user: maybe { $0.id() }, old: maybe { $0.text() },
                    new: maybe { $0.text() }, reason: maybe { $0.text() }))
        }

        mutating func reaction() -> Reaction { Reaction(key: text(), sender: maybe { $0.id() }, isOwn: flag()) }

        mutating func span() -> TextSpan {
            TextSpan(
                one(of: TextSpan.Style.allCases), start: one(of: [0, 1, -1, .max]), length: one(of: [1, 0, .max]),
                url: maybe { $0.text() }, user: maybe { $0.id() }, language: maybe { $0.text() },
                reason: maybe { $0.text() })
        }

        mutating func content() -> MessageContent {
            MessageContent(
                kind: one(of: MessageKind.allCases), text: text(), sender: maybe { $0.id() },
                senderName: maybe { $0.text() }, program: maybe { $0.text() }, isEdited: flag(),
                attention: one(of: Attention.allCases),
                change: maybe { $0.change() }, replyTo: maybe { $0.id() }, isThreaded: flag(),
                reactions: some { $0.reaction() }, spans: some { $0.span() })
        }

        mutating func delivery() -> Message.Delivery {
            one(of: [.received, .sending, .waiting, .sent, .failed(reason: text()), .deleting(at: date())])
        }

        mutating func message() -> Message {
            Message(
                id: id(), chat: id(), position: number(), isOwn: flag(), content: content(),
                serverOrder: maybe { $0.number() }, date: date(), delivery: delivery(), pendingText: maybe { $0.text() }
            )
        }

        mutating func members() -> Members {
            Members(
                stored: some {
                    ChatMember(
                        id: $0.id(), name: $0.maybe { $0.text() },
                        standing: $0.maybe { $0.one(of: ChatMember.Standing.allCases) },
                        isOwn: $0.flag())
                })
        }

        mutating func chat() -> Chat {
            Chat(
                id: id(), title: text(),
                last: maybe {
                    Chat.LastMessage(
                        message: $0.id(), position: $0.number(), isOwn: $0.flag(), content: $0.content(),
                        date: $0.date())
                }, lastOrder: number(), total: count(), readUpTo: number(), unread: count(), mentions: count(),
                unloaded: UnreadCount(messages: count(), mentions: count()), received: maybe { $0.id() },
                receivedUpTo: number(), unconfirmedRead: maybe { $0.id() }, isEncrypted: flag(),
                successor: maybe { $0.id() },
                members: members(),
                invitation: maybe { Invitation(inviter: $0.text(), position: $0.number(), isRequest: $0.flag()) },
                draft: text(), memberCount: maybe { $0.count() }, topic: text())
        }
    }

    /// What a store keeps of a date: milliseconds.
    private func kept(_ date: Date) -> Date { MessageRecord.date(MessageRecord.milliseconds(date)) }

    private func kept(_ content: MessageContent) -> MessageContent {
        var content = content.kept
        content.spans = content.spans.valid(in: content.text)
        return content
    }

    private func kept(_ message: Message) -> Message? {
        guard var message = message.readable else { return nil }
        message.content = kept(message.content)
        message.date = kept(message.date)
        // Only what is not sent has one.
        if [.sent, .received].contains(message.delivery) { message.pendingText = nil }
        if case .deleting(let due) = message.delivery { message.delivery = .deleting(at: kept(due)) }
        return message
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func readsMessagesBack(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let (message, store) = (chance.message(), try SQLiteStore())
        try store.commit([.message(message)])
        let expected = kept(message).map { [$0] } ?? []
        for query in [
            StoreQuery.history(message.chat, before: nil, limit: 5),
            .historyAround(message.chat, message.position.readable ?? 0, limit: 5),
        ] {
            guard case .history(.loaded(let page)) = try store.load(query) else { return #expect(Bool(false)) }
            #expect(page.messages == expected)
        }
        guard case .inbox(.loaded(let inbox)) = try store.load(.inbox(after: .start, limit: 5)) else {
            return #expect(Bool(false))
        }
        #expect(inbox.messages.map(\.message) == expected)
        let known = try store.known([message.id], in: message.chat)
        #expect(known.values.map(\.content) == expected.map(\.content))
        // What is read back can be written on the wire, and read there.
        #expect(expected.allSatisfy { Message(json: $0.json) == $0 })
        let revised = chance.content()
        try store.commit([.revised(message.chat, message.id, revised)])
        let content = try store.known([message.id], in: message.chat).values.map(\.content)
        #expect(content == expected.compactMap { _ in revised.readable.map(kept) })
    }

    @Test(arguments: 0..<300 as Range<UInt64>) func readsChatsBack(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let (chat, store) = (chance.chat(), try SQLiteStore())
        try store.commit([.chat(chat), .members(chat.id, chat.members)])
        var expected = chat.readable.map { [$0] } ?? []
        if !expected.isEmpty {
            expected[0].members = Members(stored: chat.members.all.compactMap(\.readable))
            if let date = expected[0].last?.date { expected[0].last?.date = kept(date) }
        }
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: expected))))
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func readsTheOthersBack(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let store = try SQLiteStore()
        let contact = Contact(
            id: chance.id(), first: chance.text(), last: chance.text(), chat: chance.maybe { $0.id() },
            details: chance.text())
        let reminder = Reminder(
            id: chance.id(), name: chance.text(), due: chance.date(), isDone: chance.flag(), isNotified: chance.flag(),
            chat: chance.maybe { $0.id() })
        let (name, value, reaction, token) = (chance.text(), chance.text(), chance.reaction(), chance.text())
        let (delivered, gap) = (chance.number(), chance.number())
        try store.commit([
            .contact(contact), .reminder(reminder), .link(name: name, value: value),
            .chat(Chat(id: "ada", title: "")),
            .earlyReaction("ada", "m", reaction, isAdded: true), .gap("ada", at: gap, token: token),
            .delivered("ada", upTo: delivered),
        ])
        #expect(try store.load(.allContacts) == .contact(.loaded(contacts: contact.readable.map { [$0] } ?? [])))
        var due = reminder.readable.map { [$0] } ?? []
        for index in due.indices { due[index].due = kept(due[index].due) }
        #expect(try store.load(.reminders) == .reminder(.loaded(reminders: due)))
        #expect(try store.link.value(name) == value && store.link.values("")[name] == value)
        #expect(try store.earlyReactions(to: ["m"], in: "ada") == ["m": [try #require(reaction.readable)]])
        guard case .history(.loaded(let page)) = try store.load(.history("ada", before: nil, limit: 5)) else {
            return #expect(Bool(false))
        }
        #expect(page.gap == HistoryGap(position: try #require(gap.readable), token: token, isHole: false))
        #expect(page.deliveredUpTo == max(0, try #require(delivered.readable)))
    }
}
