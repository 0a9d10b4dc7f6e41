import Foundation
import GRDB
@testable import TelexCore
import Testing

@testable import TelexStorage

/// The values that the store keeps as JSON.
@Suite struct StoredMembersTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("members-\(UUID())").path

    private let content = MessageContent(
        kind: .emote, text: "a\u{0}b\u{1}0\"\\\n😀", sender: "@bob:x\u{1}", senderName: "Bob\u{0}",
        program: "deploy\u{0}", isEdited: true,
        attention: .mention, change: .removed("@cy:x", reason: "\u{0}"), replyTo: "z\u{0}",
        isThreaded: true, reactions: [Reaction(key: "👍\u{0}", sender: "@bob:x"), Reaction(key: "+1", isOwn: true)],
        spans: [TextSpan(.link, start: 0, length: 1, url: "https://x", user: "u", language: "l", reason: "r\u{0}")],
        file: MessageFile(
            id: "f\u{0}", source: "mxc\u{0}", name: "a\u{0}.png", mediaType: "image/png", byteCount: 7, width: 3,
            height: 2,
            durationMs: 5, sha256: "0"))

    /// Values of a server that JSON cannot hold must not prevent a store from being opened.
    @Test func readsAChatWithOddServerValues() throws {
        let store = try SQLiteStore()
        var far = message("m", 7, content)
        far.date = Date(timeIntervalSince1970: 1e15)
        let odd = Chat(
            id: "ada", title: "Ada", last: Chat.LastMessage(far), lastOrder: 7, total: 1, unread: 1, mentions: 1,
            unloaded: UnreadCount(messages: .max), received: "", receivedUpTo: 7)
        try store.commit([.message(far), .chat(odd)])
        var expected = odd
        expected.last?.date = Date(timeIntervalSince1970: 253_402_300_799.999)
        expected.unloaded.messages = Int(Int32.max)
        expected.received = nil
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [expected]))))
    }

    private func message(_ id: MessageID, _ position: Int64, _ content: MessageContent) -> Message {
        Message(
            id: id, chat: "ada", position: position, isOwn: false, content: content, serverOrder: 1 << 40,
            date: Date(timeIntervalSince1970: 1_767_603_600.125), delivery: .received)
    }

    private var chat: Chat {
        let last = message("b", 7, content)
        return Chat(
            id: "ada", title: "Ada\u{0}", last: Chat.LastMessage(last), lastOrder: 7, total: 2, readUpTo: 3, unread: 1,
            mentions: 1, unloaded: UnreadCount(messages: 4, mentions: 2), gap: 5, received: "b\u{0}", receivedUpTo: 7,
            unconfirmedRead: "a\u{1}", isEncrypted: true, successor: "new\u{0}", members: members,
            invitation: Invitation(inviter: "Cy\u{0}", inviterID: "cy\u{0}", position: 9), draft: "To\u{0}\nsay",
            memberCount: 7,
            settings: ChatSettings(
                pinOrder: 3, muted: .init(until: Date(timeIntervalSince1970: 1_767_603_600.125), keepsMentions: true),
                archiveKeeper: .server, isMarkedUnread: true), serverSettings: ChatSettings(pinOrder: 9),
            heldOrder: 6, rights: [.retitle, .leave], topic: "Films\u{0}\nof the week")
    }

    private var members: Members {
        var member = ChatMember(
            id: "@bob:x\u{1}", name: "Bob\u{0}", standing: .left, role: .admin, rights: [.remove], isOwn: true)
        member.isMisleading = true
        return Members(stored: [member, ChatMember(id: "@cy:x")])
    }

    private var saves: [StoreChange] {
        [
            .message(message("a", 2, .text("t"))), .message(message("b", 7, content)), .revised("ada", "a", content),
            .gap("ada", at: 5, token: "token"), .chat(chat), .members("ada", members),
        ]
    }

    /// Runs `body` with a store in a temporary file.
    private func withStore(_ body: (SQLiteStore) throws -> Void) throws {
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit(saves)
        try body(store)
    }

    /// Members follow the details in a row. They are written anew if its length changes.
    @Test func doesNotWriteTheMembersOfALargeChatForAMessage() throws {
        try withStore { store in
            let people = (1...2000).map { ChatMember(id: UserID("@user\($0):x"), name: "User \($0)") }
            var large = Chat(id: "club", title: "Club", members: Members(stored: people))
            try store.commit([.chat(large), .members("club", large.members)])
            func written() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
            }
            let before = try written()
            #expect(before > 100_000)
            for length in 1...10 {
                let text = MessageContent.text(String(repeating: "a", count: length))
                large.last = Chat.LastMessage(
                    message: "m", position: 1, isOwn: false, content: text, date: Date(timeIntervalSince1970: 0))
                try store.commit([.chat(large)])
            }
            #expect(try written() - before < 100_000)
            guard case .chat(.loaded(let loaded)) = try store.load(.chats(first: nil)) else {
                return #expect(Bool(false))
            }
            #expect(loaded.chats.contains(large))
        }
    }

    private func history(_ store: SQLiteStore) throws -> HistoryPage? {
        guard case .history(.loaded(let page)) = try store.load(.history("ada", before: 99, limit: 9)) else {
            return nil
        }
        return page
    }

    /// The names of the members that have the same value in both.
    private func same<Value>(_ value: Value, _ other: Value) -> [String] {
        zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children)
            .filter { "\($0.value)" == "\($1.value)" }.compactMap(\.0.label)
    }

    @Test func theseTestsCoverEveryMember() {
        #expect(same(content, MessageContent()) == [])
        let blank = Chat(id: "", title: "")
        #expect(same(chat, blank) == [])
        #expect(same(chat.facts, blank.facts) + same(chat.own, blank.own) + same(chat.activity, blank.activity) == [])
    }

    @Test func keepsEveryMember() throws {
        try withStore { store in
            #expect(try history(store)?.messages == [message("b", 7, content.kept)])
            #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [chat]))))
            let known = try store.known(["a", "b"], in: "ada")
            #expect(known.mapValues(\.content) == ["a": content.kept, "b": content.kept])
        }
    }

    @Test func transfersEveryMemberToAnotherStore() throws {
        try withStore { store in
            var items: [StoredItem] = []
            #expect(try StoreExport(path: path).read { items.append($0) } == .whole)
            let other = try SQLiteStore()
            var rest = items[...]
            _ = try other.importItems(owner: nil) { rest.popFirst() }
            var expected = chat
            // This follows from the messages.
            expected.received = "b"
            #expect(try other.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [expected]))))
            #expect(try history(other)?.messages == history(store)?.messages)
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"text":1}"#]) func salvagesWhatIsNotDamaged(damage: String) throws {
        try withStore { store in
            try store.database.write {
                try $0.execute(sql: "UPDATE message SET content = ? WHERE id = 'a'", arguments: [damage])
                try $0.execute(sql: "UPDATE chat SET details = ?", arguments: [damage])
            }
            let left = Chat(
                id: "ada", title: chat.title, last: chat.last, lastOrder: 7, total: 2, readUpTo: 3, unread: 1,
                mentions: 1, unloaded: UnreadCount(messages: 4, mentions: 2), gap: 5, received: "b", receivedUpTo: 7,
                members: members)
            #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [left]))))
            let unreadable = MessageContent(
                kind: .unshowable, text: "An unreadable message", sender: content.sender, attention: .mention)
            #expect(try store.known(["a"], in: "ada")["a"]?.content == unreadable)
            var items: [StoredItem] = []
            #expect(try StoreExport(path: path).read { items.append($0) } == .readable)
            #expect(
                items == [
                    .chat(
                        StoredChat(
                            Chat(
                                id: "ada", title: chat.title, readUpTo: chat.readUpTo, unloaded: chat.unloaded,
                                members: members))),
                    .gap(StoredGap(chat: "ada", position: 5, token: "token")), .message(message("a", 2, unreadable)),
                    .message(message("b", 7, content.kept)),
                ])
        }
    }
}
