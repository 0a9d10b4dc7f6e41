import GRDB

/// The order in which messages came into this store.
enum ArrivalRecord {
    /// The highest place in it that was ever given.
    static func last(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(coalesce((SELECT max(arrival) FROM message), 0), coalesce((SELECT max(last) FROM arrival), 0))
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    /// Writes the highest place down, since the message that has it goes.
    static func keep(_ last: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE arrival SET last = ?", arguments: [last])
    }
}
