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

    /// The messages in the order in which they came.
    private func arrived(_ store: SQLiteStore) throws -> [String] {
        try store.database.read { try String.fetchAll($0, sql: "SELECT id FROM message ORDER BY arrival") }
    }

    private func arrival(of id: String, _ store: SQLiteStore) throws -> Int64? {
        try store.database.read {
            try Int64.fetchOne($0, sql: "SELECT arrival FROM message WHERE id = ?", arguments: [id])
        }
    }

    @Test func countsUpAsMessagesAreAddedWhereverTheyStand() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("late", 9)), .message(message("early", 1))])
        try store.commit([.message(message("other", 1, in: "bo")), .moved("ada", "early", to: 12)])
        #expect(try arrived(store) == ["late", "early", "other"])
    }

    @Test func staysAsItIsWhenAMessageIsSavedAgainOrRevised() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("a", 1)), .message(message("b", 2))])
        try store.commit([.message(message("a", 1)), .revised("ada", "a", .text("new")), .message(message("c", 3))])
        #expect(try arrived(store) == ["a", "b", "c"])
        #expect(try arrival(of: "a", store) == 1)
    }

    @Test func isNotGivenTwiceWhenTheHighestWasRemovedAndTelexStartsAgain() throws {
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

    @Test func followsTheOrderOfAnImportBehindWhatIsThere() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("there", 5))])
        var items = ["y", "there", "x"].enumerated().map { place, id in
            StoredItem.message(message(MessageID(id), Int64(9 - place)))
        }[...]
        _ = try store.take(owner: nil) { items.popFirst() }
        #expect(try arrived(store) == ["there", "y", "x"])
        try store.commit([.message(message("next", 20))])
        #expect(try arrived(store).last == "next")
    }
}
