import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

/// Rows with a value that no program has written.
@Suite struct UnreadableRowTests {
    private let date = Date(timeIntervalSince1970: 1_767_603_600)
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID())").path

    private func message(_ number: Int64) -> Message {
        Message(
            id: MessageID("m\(number)"), chat: "ada", position: number, isOwn: false,
            content: MessageContent(text: "text \(number)", sender: "@u:x"), date: date, delivery: .received)
    }

    /// Opens a store with three rows in each table, of which the second is damaged.
    private func store(_ table: String, _ column: String, _ value: String) throws -> SQLiteStore {
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit(
            (1...3).map { .message(message($0)) }
                + ["ada", "bo", "cy"].map { .chat(Chat(id: $0, title: "T \($0)", lastOrder: 3, total: 3, unread: 3)) }
                + ["bo", "cy", "dan"].map { .contact(Contact(id: ContactID($0), first: $0, last: "l")) }
                + ["bo", "cy", "dan"].map { .reminder(Reminder(id: ReminderID($0), name: $0, due: date)) }
                + (1...3).map { .gap("bo", at: $0, token: "t") } + (1...3).map { .link(name: "b\($0)", value: "v") }
                + (1...3).map { .earlyReaction("ada", "late", Reaction(key: "k\($0)"), isAdded: true) })
        try store.database.inDatabase { database in
            // In a damaged file, no constraint holds.
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            func change(_ word: String, to other: String) throws {
                let sql = "UPDATE sqlite_master SET sql = replace(sql, '\(word)', '\(other)') WHERE type = 'table'"
                try database.execute(sql: "PRAGMA writable_schema = ON; \(sql); PRAGMA writable_schema = RESET")
            }
            try change("NOT NULL", to: "CHECK (TRUE)")
            defer { try? change("CHECK (TRUE)", to: "NOT NULL") }
            let key =
                [
                    "chat": "key = 2", "contact": "key = 2", "earlyReaction": "key = 2", "link": "name = 'b2'",
                    "reminder": "id = 'cy'", "gap": "position = 2", "message": "position = 2",
                ][table] ?? "1"
            try database.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE \(key)")
        }
        return store
    }

    private func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    static let values = ["NULL", "'text'", "''", "x'FF'", "9223372036854775807"]

    private static let columns = [
        "chat": [
            "id", "title", "readUpTo", "unread", "mentions", "unloaded", "unloadedMentions", "recency",
            "deliveredUpTo", "otherReadUpTo", "lastOrder", "details", "members",
        ],
        "message": [
            "chat", "position", "id", "arrival", "serverOrder", "isOwn", "sender", "kind", "attention", "date",
            "delivery", "reason", "due", "content",
        ],
        "arrival": ["store", "last"], "earlyReaction": ["chat", "message", "reaction"], "gap": ["position", "token"],
        "contact": ["id", "first", "last", "chat", "details"],
        "reminder": ["id", "name", "due", "isDone", "isTold", "chat"], "link": ["name", "value"],
    ]

    static let places = columns.sorted { $0.key < $1.key }.flatMap { table in table.value.map { [table.key, $0] } }

    /// The ids of messages in the room, in the inbox and in an export.
    private func messages(_ store: SQLiteStore) throws -> (room: [Message], inbox: [InboxMessage], export: [Message]) {
        guard case .history(.loaded(let page)) = try store.load(.history("ada", before: nil, limit: 9)),
            case .inbox(.loaded(let inbox)) = try store.load(.inbox(after: .start, limit: 9))
        else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        var exported: [Message] = []
        _ = try StoreExport(path: path).read { if case .message(let message) = $0 { exported.append(message) } }
        return (page.messages, inbox.messages, exported)
    }

    @Test(arguments: places, values)
    func costsOnlyThatRow(place: [String], value: String) throws {
        defer { remove() }
        let store = try store(place[0], place[1], value)
        let (room, inbox, export) = try messages(store)
        for number in [1, 3] as [Int64] {
            #expect(room.contains(message(number)) && export.contains(message(number)))
            #expect(inbox.contains { $0.message == message(number) } || place == ["chat", "id"])
        }
        let isPlaced = !["chat", "position", "arrival"].contains(place[1])
        if place[0] == "message", isPlaced {
            #expect(room.map(\.position) == [1, 2, 3] && export.map(\.position) == [1, 2, 3])
            #expect(inbox.map(\.cursor.arrival) == [1, 2, 3])
        }
        let counts = try [
            StoreQuery.chats(first: nil), .chats(first: 2), .outbox, .newerHistory("ada", after: 0, limit: 1),
            .historyAround("bo", 2, limit: 4), .history("bo", before: 3, limit: 2), .reminders, .allContacts,
            .contacts("b", limit: 9), .contacts("t", limit: 9),
        ].map(store.load).map { event in
            switch event {
            case .chat(.loaded(let loaded)): loaded.chats.count
            case .contact(.loaded(let contacts)): contacts.count
            case .reminder(.loaded(let reminders)): reminders.count
            default: 3
            }
        }
        #expect(counts.allSatisfy { $0 >= 1 })
        _ = try (
            store.known(["m1", "m2", "m3"], in: "ada"), store.answered(["m2"], in: "ada"), store.link.values(""),
            store.earlyReactions(to: ["late"], in: "ada"), store.lastPosition(), UnreadTotal.total(path: path),
            StoredNames.names(path: path), StoreCheckup(path: path, owner: "b1")
        )
        store.close()
        // A new start assigns numbers and positions that can be read back.
        let next = try SQLiteStore(path: path, durability: .normal)
        try next.commit([.message(message(4))])
        #expect(try messages(next).room.contains(message(4)))
    }

    @Test(arguments: ["NULL", "'{'", "x'00'", "7"])
    func saysThatAMessageCannotBeRead(content: String) throws {
        defer { remove() }
        let store = try store("message", "content", content)
        let (room, inbox, export) = try messages(store)
        var damaged = message(2)
        damaged.content = MessageContent(kind: .unshowable, text: "An unreadable message", sender: "@u:x")
        #expect(room == [message(1), damaged, message(3)] && export == room && inbox.map(\.message) == room)
        #expect(try StoreCheckup(path: path, owner: "").unreadableRows == 1)
        #expect(try StoreExport(path: path).read { _ in } == .readable)
    }

    @Test func showsNoEmptyRoomForAChatThatADamagedIndexDoesNotHave() throws {
        defer { remove() }
        let store = try store("message", "kind", "0")
        let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_chat_1'"
        let root = try #require(try store.database.inDatabase { try Int.fetchOne($0, sql: sql) })
        store.close()
        var file = try Data(contentsOf: URL(filePath: path))
        let page = (root - 1) * 4096..<root * 4096
        file.replaceSubrange(try #require(file.range(of: Data("ada".utf8), in: page)), with: Data("adb".utf8))
        try file.write(to: URL(filePath: path))
        let damaged = try SQLiteStore(path: path, durability: .normal)
        #expect(throws: StoreError.damaged(path: path)) { try damaged.load(.history("ada", before: nil, limit: 5)) }
        #expect(try damaged.load(.history("nobody", before: nil, limit: 5)) != damaged.load(.reminders))
    }

    @Test func namesTheStoreWhoseBackendHasADamagedState() throws {
        defer { remove() }
        let store = try store("message", "kind", "0")
        let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'link'"
        let root = try #require(try store.database.inDatabase { try Int.fetchOne($0, sql: sql) })
        store.close()
        var file = try Data(contentsOf: URL(filePath: path))
        file.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(repeating: 0xFF, count: 4096))
        try file.write(to: URL(filePath: path))
        let damaged = try SQLiteStore(path: path, durability: .normal)
        #expect(throws: StoreError.damaged(path: path)) { try damaged.link.value("b1") }
        #expect(throws: StoreError.damaged(path: path)) { try damaged.link.values("b") }
    }

    /// What stands for its text must never be sent.
    @Test func sendsNoUnreadableMessage() throws {
        defer { remove() }
        let store = try store("message", "isOwn", "1")
        try store.database.write {
            try $0.execute(sql: "UPDATE message SET delivery = 2, content = '{' WHERE position = 2")
        }
        #expect(try store.load(.outbox) == .outbox(.loaded(messages: [])))
    }

    @Test func findsNothingWrongWithASoundStore() throws {
        defer { remove() }
        let checkup = try {
            _ = try store("message", "kind", "0")
            return try StoreCheckup(path: path, owner: "b1")
        }()
        #expect(checkup.unreadableRows == 0 && checkup.damage == [] && checkup.owner == "v")
        #expect(checkup.chats == 3 && checkup.messages == 3)
    }
}
