import GRDB

/// The events of what a command has changed beside a running server, which tells everybody who is online.
enum UntoldTable {
    static func add(event: Int64, _ database: Database) throws {
        try database.execute(sql: "INSERT INTO untold (event) VALUES (?)", arguments: [event])
    }

    static func hasEvents(_ database: Database) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM untold LIMIT 1")) != nil
    }

    /// Returns the numbers of all events in order, and deletes them here.
    static func take(_ database: Database) throws -> [Int64] {
        let rows = try Row.fetchAll(database, sql: "SELECT event FROM untold ORDER BY number")
        try database.execute(sql: "DELETE FROM untold")
        return rows.compactMap { Int64.fromDatabaseValue($0["event"]) }
    }
}
