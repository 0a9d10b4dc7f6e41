import GRDB
import TelexCore

/// The order in which messages came into a store: news counts up from 1, what came from before it down from -1.
struct Arrivals {
    /// The highest place that was ever given.
    private(set) var last: Int64 = 0
    /// The lowest.
    private var first: Int64 = 0

    init() {}

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    /// Assigns a place to a new message.
    mutating func next() -> Int64 {
        last += 1
        return last
    }

    /// Assigns a place to an older message.
    mutating func earlier() -> Int64 {
        first -= 1
        return first
    }
}

/// The row of `arrival`, and the column of that name.
enum ArrivalRecord {
    static func arrivals(_ database: Database) throws -> Arrivals {
        let sql = """
            SELECT max(coalesce((SELECT max(arrival) FROM message), 0), last) AS last,
                min(coalesce((SELECT min(arrival) FROM message), 0), 0) AS first
            FROM arrival
            """
        let row = try Row.fetchOne(database.cachedStatement(sql: sql))
        return Arrivals(first: row?["first"] ?? 0, last: row?["last"] ?? 0)
    }

    /// What cursors call this store.
    static func store(_ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT store FROM arrival") ?? ""
    }

    /// The messages that came after a cursor; without one, none that are here.
    ///
    /// - Parameter store: what cursors call this store.
    static func page(
        after cursor: InboxCursor?, limit: Int, store: String, _ database: Database
    ) throws -> InboxPage {
        // What is stored, and not what was given: the next start knows no more, and goes on from there.
        let end = InboxCursor(store: store, arrival: try arrivals(database).last)
        guard let cursor else { return InboxPage(cursor: end) }
        guard cursor.store == end.store, cursor.arrival <= end.arrival else {
            return InboxPage(cursor: end, isAfterGap: true)
        }
        let statement = try database.cachedStatement(
            sql: """
                SELECT message.*, chat.id AS chatID FROM message JOIN chat ON chat.key = message.chat
                WHERE arrival > ? ORDER BY arrival LIMIT ?
                """)
        // One more than asked for tells whether there are more.
        let rows = try Row.fetchAll(statement, arguments: [cursor.arrival, limit + 1])
        let page = rows.prefix(limit)
        return InboxPage(
            cursor: InboxCursor(store: end.store, arrival: page.last?["arrival"] ?? cursor.arrival),
            messages: try page.map { try MessageRecord.message($0, in: ChatID(StoredText.decode($0["chatID"]))) },
            hasMore: rows.count > limit)
    }

    /// Writes the highest place down, since the message that has it goes.
    static func keep(_ last: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE arrival SET last = ?", arguments: [last])
    }
}
