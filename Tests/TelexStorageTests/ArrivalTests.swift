import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct ArrivalTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("arrival-\(UUID())").path

    private func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    private func message(_ id: MessageID, _ position: Int64, in chat: ChatID = "ada") -> Message {
        Message(
            id: id, chat: chat, position: position, isOwn: false, content: .text("t"),
            date: Date(timeIntervalSince1970: 0), delivery: .received)
    }

    /// The ids of the messages in the order in which they arrived.
    private func arrived(_ store: SQLiteStore) throws -> [String] {
        try store.database.read { try String.fetchAll($0, sql: "SELECT id FROM message ORDER BY arrival") }
    }

    private func arrival(of id: String, _ store: SQLiteStore) throws -> Int64? {
        try store.database.read {
            try Int64.fetchOne($0, sql: "SELECT arrival FROM message WHERE id = ?", arguments: [id])
        }
    }

    @Test func countsUpAsMessagesAreAddedWhateverTheirPositions() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("late", 9)), .message(message("early", 1))])
        try store.commit([.message(message("other", 1, in: "bo")), .marked("ada", "early", .received, at: 12)])
        #expect(try arrived(store) == ["late", "early", "other"])
    }

    @Test func staysAsItIsWhenAMessageIsSavedAgainOrRevised() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("a", 1)), .message(message("b", 2))])
        try store.commit([.message(message("a", 1)), .revised("ada", "a", .text("new")), .message(message("c", 3))])
        #expect(try arrived(store) == ["a", "b", "c"])
        #expect(try arrival(of: "a", store) == 1)
    }

    @Test func countsDownOlderMessagesAfterARestart() throws {
        defer { remove() }
        let first = try SQLiteStore(path: path, durability: .normal)
        try first.commit([.message(message("new", 9)), .earlier(message("old", 5)), .earlier(message("older", 4))])
        first.close()
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.earlier(message("oldest", 3))])
        #expect(try arrived(store) == ["oldest", "older", "old", "new"])
    }

    @Test func isNotReusedAfterTheHighestWasRemovedAndTelexRestarted() throws {
        defer { remove() }
        var given: Int64 = 0
        do {
            let store = try SQLiteStore(path: path, durability: .normal)
            try store.commit([.message(message("a", 1)), .message(message("b", 2, in: "bo"))])
            given = try #require(try arrival(of: "b", store))
            try store.commit([.chatRemoved("bo")])
            store.close()
        }
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.message(message("c", 3, in: "cy"))])
        #expect(try arrival(of: "c", store)! > given)
    }

    /// Imported messages, and older ones fetched later, are not new.
    @Test func putsOlderMessagesBeforeNewOnes() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("there", 5))])
        var items = ["y", "there", "x"].enumerated().map { place, id in
            StoredItem.message(message(MessageID(id), Int64(9 - place)))
        }[...]
        _ = try store.importItems(owner: nil) { items.popFirst() }
        try store.commit([.earlier(message("old", 2)), .message(message("next", 20)), .earlier(message("older", 1))])
        #expect(try arrived(store) == ["older", "old", "x", "y", "there", "next"])
        #expect(try arrival(of: "there", store) == 1 && arrival(of: "next", store) == 2)
    }

    // MARK: The inbox

    private func page(_ store: SQLiteStore, after cursor: InboxCursor?, limit: Int = 2) throws -> InboxPage {
        guard case .inbox(.loaded(let page)) = try store.load(.inbox(after: cursor, limit: limit)) else {
            throw StoreError.corrupt(path: "no page")
        }
        return page
    }

    @Test func returnsNewMessagesInPages() throws {
        let store = try SQLiteStore(name: "s")
        try store.commit([.message(message("a", 9)), .message(message("b", 1, in: "bo")), .earlier(message("no", 2))])
        try store.commit([.message(message("c", 3)), .message(message("a", 9)), .message(message("d", 4))])
        var cursor: InboxCursor? = .start
        var pages: [[String]] = []
        repeat {
            let page = try page(store, after: cursor)
            pages.append(page.messages.map { "\($0.message.chat) \($0.message.id)" })
            #expect(page.messages.isEmpty || page.messages.last?.cursor == page.cursor)
            #expect(!page.isAfterGap && page.hasMore == (pages.count == 1))
            cursor = page.cursor
        } while pages.count < 3
        #expect(pages == [["ada a", "bo b"], ["ada c", "ada d"], []])
        #expect(try page(store, after: nil) == InboxPage(cursor: cursor!))
    }

    @Test func startsAnEmptyStoreWithACursorOfItsOwn() throws {
        let first = try page(SQLiteStore(name: "s"), after: .start)
        #expect(first == InboxPage(cursor: InboxCursor(store: "s", arrival: 0)))
    }

    /// The store does not know a cursor of another store, or one beyond its newest message.
    @Test(arguments: [InboxCursor(store: "other", arrival: 1), InboxCursor(store: "s", arrival: 2)])
    func reportsAGapAfterAnUnknownCursor(cursor: InboxCursor) throws {
        let store = try SQLiteStore(name: "s")
        try store.commit([.message(message("a", 9))])
        let page = try page(store, after: cursor)
        #expect(page == InboxPage(cursor: InboxCursor(store: "s", arrival: 1), isAfterGap: true))
    }

    /// A message that is saved again must not advance the cursor beyond what the next start finds.
    @Test func givesNoCursorBeyondTheStoredMessages() throws {
        defer { remove() }
        var store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.message(message("a", 1)), .message(message("b", 2))])
        for _ in 1...3 { try store.commit([.message(message("b", 2))]) }
        let cursor = try page(store, after: nil).cursor
        #expect(cursor.arrival == 2)
        store.close()
        store = try SQLiteStore(path: path, durability: .normal)
        #expect(try page(store, after: cursor) == InboxPage(cursor: cursor))
        try store.commit([.message(message("c", 3)), .message(message("d", 4))])
        #expect(try page(store, after: cursor).messages.map(\.message.id) == ["c", "d"])
    }

    @Test func knowsItsCursorsWhenReopened() throws {
        defer { remove() }
        var store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.message(message("a", 1)), .earlier(message("old", 0))])
        let cursor = try page(store, after: nil).cursor
        store.close()
        store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.message(message("b", 2)), .earlier(message("older", -1))])
        let next = try page(store, after: cursor)
        #expect(next.messages.map(\.message.id) == ["b"] && !next.isAfterGap)
        #expect(
            try SQLiteStore().load(.inbox(after: cursor, limit: 1)) != SQLiteStore().load(.inbox(after: nil, limit: 1)))
    }
}
