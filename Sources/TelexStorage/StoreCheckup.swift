import Foundation
import GRDB
import GRDBSQLite

/// The result of checking a store file.
package struct StoreCheckup: Sendable {
    /// The damage that SQLite reports (`PRAGMA integrity_check`), at most three problems.
    package let damage: [String]
    /// The number of rows that cannot be read, or only partly.
    package let unreadableRows: Int
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
        let damage = try StoreReader.current(path) { database in
            try String?.fetchAll(database, sql: "PRAGMA integrity_check(3)").compactMap(\.self).filter { $0 != "ok" }
        }
        let export = try StoreExport(path: path)
        var (chats, messages) = (0, 0)
        do {
            self.bookmark = damage == nil ? nil : try export.bookmark(bookmark)
            _ = try export.read { item in
                switch item {
                case .chat: chats += 1
                case .message: messages += 1
                case .gap, .contact, .reminder: break
                }
            }
        } catch {
            throw StoreError.reading(error, path)
        }
        self.damage = damage ?? []
        version = damage == nil ? nil : Schema.version
        unreadableRows = export.unreadableRows
        (self.chats, self.messages) = (chats, messages)
    }
}
