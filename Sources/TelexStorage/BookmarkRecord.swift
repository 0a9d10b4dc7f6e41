import GRDB

/// The rows of `bookmark`.
enum BookmarkRecord {
    static func save(_ name: String, _ value: String, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO bookmark (name, value) VALUES (?, ?)")
            .execute(arguments: [StoredText.encode(name), StoredText.encode(value)])
    }

    /// The values by their names.
    static func all(_ database: Database) throws -> [String: String] {
        var bookmarks: [String: String] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT name, value FROM bookmark") {
            bookmarks[StoredText.decode(row[0])] = StoredText.decode(row[1])
        }
        return bookmarks
    }
}
