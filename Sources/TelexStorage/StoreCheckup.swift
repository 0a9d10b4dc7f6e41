import Foundation
import GRDB
import GRDBSQLite

/// The result of checking a store file.
package struct StoreCheckup: Sendable {
    /// The damage that SQLite reports (`PRAGMA quick_check`), at most three problems.
    package let damage: [String]
    /// The version of the tables; `nil` if there are none yet.
    package let version: Int?
    package let chats: Int
    package let messages: Int
    /// The value of the requested bookmark.
    package let bookmark: String?

    /// The version of SQLite in use.
    package static let sqliteVersion = String(cString: sqlite3_libversion())

    /// Checks the file without changing it, even while another process has it open.
    package init(path: String, bookmark: String) throws(StoreError) {
        let found = try StoreReader.current(path) { try Self($0, bookmark: bookmark) }
        self = found ?? Self(damage: [], version: nil, chats: 0, messages: 0, bookmark: nil)
    }

    private init(_ database: Database, bookmark: String) throws {
        func count(_ table: String) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
        try self.init(
            damage: String.fetchAll(database, sql: "PRAGMA quick_check(3)").filter { $0 != "ok" },
            version: Schema.version, chats: count("chat"), messages: count("message"),
            bookmark: BookmarkRecord.value(bookmark, database))
    }

    private init(damage: [String], version: Int?, chats: Int, messages: Int, bookmark: String?) {
        self.damage = damage
        self.version = version
        self.chats = chats
        self.messages = messages
        self.bookmark = bookmark
    }
}
