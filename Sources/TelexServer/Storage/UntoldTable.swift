import GRDB

/// What a command has changed beside a running server, which tells everybody who is online.
enum UntoldTable {
    /// Something to tell.
    enum Item {
        case event(Int64)
        /// A user has lost a direct chat.
        case lost(chat: Int64, user: Int64)
    }

    static func add(event: Int64, _ database: Database) throws {
        try database.execute(sql: "INSERT INTO untold (event) VALUES (?)", arguments: [event])
    }

    static func add(lost chat: Int64, user: Int64, _ database: Database) throws {
        try database.execute(sql: "INSERT INTO untold (chat, user) VALUES (?, ?)", arguments: [chat, user])
    }

    static func hasItems(_ database: Database) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM untold LIMIT 1")) != nil
    }

    /// Returns all items in order, and deletes them.
    static func take(_ database: Database) throws -> [Item] {
        let rows = try Row.fetchAll(database, sql: "SELECT event, chat, user FROM untold ORDER BY number")
        try database.execute(sql: "DELETE FROM untold")
        return rows.compactMap { row in
            if let event = Int64.fromDatabaseValue(row["event"]) { return .event(event) }
            guard let chat = Int64.fromDatabaseValue(row["chat"]), let user = Int64.fromDatabaseValue(row["user"])
            else { return nil }
            return .lost(chat: chat, user: user)
        }
    }
}
