import GRDB

/// The rows of `bookmark`.
enum BookmarkRecord {
    static func save(_ name: String, _ value: String, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO bookmark (name, value) VALUES (?, ?)")
            .execute(arguments: [StoredText.encode(name), StoredText.encode(value)])
    }

    static func value(_ name: String, _ database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT value FROM bookmark WHERE name = ?")
        return try String.fetchOne(statement, arguments: [StoredText.encode(name)]).map(StoredText.decode)
    }

    /// Returns the values, by name, of the bookmarks whose names begin with `prefix`.
    static func all(_ prefix: String, _ database: Database) throws -> [String: String] {
        var bookmarks: [String: String] = [:]
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, value FROM bookmark WHERE name >= ?1 AND name < ?1 || char(0x10FFFF)",
            arguments: [StoredText.encode(prefix)])
        for row in rows {
            var row = StoredRow(row)
            if let name = row.text(0), let value = row.text(1) { bookmarks[name] = value }
        }
        return bookmarks
    }
}
