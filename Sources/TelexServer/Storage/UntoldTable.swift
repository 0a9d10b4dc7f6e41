import GRDB

/// The events of what a command has changed beside a running server, which tells everybody who is online.
enum UntoldTable {
    struct Row {
        /// The number of the event.
        let event: Int64
        /// A chat of two that was deleted, and the key of the user to tell; `nil` for an event in a chat.
        let deleted: (address: String, user: Int64)?
    }

    static func add(event: Int64, deleted: (address: String, user: Int64)? = nil, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO untold (event, address, user) VALUES (?, ?, ?)",
            arguments: [event, deleted?.address, deleted?.user])
    }

    static func hasEvents(_ database: Database) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM untold LIMIT 1")) != nil
    }

    /// Returns all events in order, and deletes them here.
    static func take(_ database: Database) throws -> [Row] {
        let rows = try GRDB.Row.fetchAll(database, sql: "SELECT * FROM untold ORDER BY number")
        try database.execute(sql: "DELETE FROM untold")
        return rows.compactMap { row in
            guard let event = Int64.fromDatabaseValue(row["event"]) else { return nil }
            let (address, user) = (String.fromDatabaseValue(row["address"]), Int64.fromDatabaseValue(row["user"]))
            return Row(event: event, deleted: address.flatMap { address in user.map { (address, $0) } })
        }
    }
}
