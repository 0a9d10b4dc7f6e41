import GRDB
import TelexCore

/// The rows of `link`: what backends keep, and settings of the profile.
enum LinkRecord {
    /// The row with whether others see what we read. No backend keeps a value of this name.
    static let receipts = "settings/receipts"
    static let hidden = "hidden"

    static func save(_ name: String, _ value: String, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO link (name, value) VALUES (?, ?)")
            .execute(arguments: [StoredText.encode(name), StoredText.encode(value)])
    }

    /// - Parameter table: another one in files of an older version.
    static func value(_ name: String, in table: String = "link", _ database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT value FROM \(table) WHERE name = ?")
        return try String.fetchOne(statement, arguments: [StoredText.encode(name)]).map(StoredText.decode)
    }

    /// Returns the values, by name, whose names begin with `prefix`.
    static func values(_ prefix: String, _ database: Database) throws -> [String: String] {
        var values: [String: String] = [:]
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, value FROM link WHERE name >= ?1 AND name < ?1 || char(0x10FFFF)",
            arguments: [StoredText.encode(prefix)])
        for row in rows {
            var row = StoredRow(row)
            if let name = row.text(0), let value = row.text(1) { values[name] = value }
        }
        return values
    }
}

/// The state of backends in a store.
struct StoredLink: LinkStore {
    let database: DatabaseQueue
    /// The path of the store; `nil` for one in memory.
    let path: String?

    func value(_ name: String) throws -> String? {
        try StoreError.loading(path) { try database.unsafeRead { try LinkRecord.value(name, $0) } }
    }

    func values(_ prefix: String) throws -> [String: String] {
        try StoreError.loading(path) { try database.unsafeRead { try LinkRecord.values(prefix, $0) } }
    }
}
