import Foundation
import GRDB

/// What a look into the file of a store has shown.
package struct StoreCheckup: Sendable {
    /// What SQLite says is damaged (`PRAGMA quick_check`).
    package let damage: [String]
    /// The version of its tables: how many migrations it has seen.
    package let version: Int
    package let chats: Int
    package let messages: Int
    /// The value of the bookmark that was asked for.
    package let bookmark: String?

    /// The version that this program brings files to.
    package static var currentVersion: Int { Schema.migrator.migrations.count }

    /// The version of SQLite that runs here.
    package static var sqliteVersion: String? {
        try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
    }

    /// Looks into the file, also while another process has it, and changes nothing in it.
    package init(path: String, bookmark: String) throws(StoreError) {
        let found: Self? = try StoreError.opening(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            return try DatabaseQueue(path: path, configuration: configuration).read { database in
                try Schema.migrator.hasBeenSuperseded(database) ? nil : Self(database, bookmark: bookmark)
            }
        }
        guard let found else { throw .newer(path: path) }
        self = found
    }

    private init(_ database: Database, bookmark: String) throws {
        damage = try String.fetchAll(database, sql: "PRAGMA quick_check(3)").filter { $0 != "ok" }
        version = try Schema.migrator.appliedIdentifiers(database).count
        func count(_ table: String) throws -> Int {
            try database.tableExists(table) ? Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0 : 0
        }
        chats = try count("chat")
        messages = try count("message")
        self.bookmark = try database.tableExists("bookmark") ? BookmarkRecord.value(bookmark, database) : nil
    }
}
