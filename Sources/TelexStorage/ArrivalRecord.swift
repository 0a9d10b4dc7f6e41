import GRDB
import TelexCore

/// Numbers messages in the order in which they reached a store. New messages count up from 1; imported ones, and older
/// ones fetched later, count down from -1.
struct Arrivals {
    /// The highest number ever assigned.
    private(set) var last: Int64 = 0
    /// The lowest number in use.
    private var first: Int64 = 0

    init() {}

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    /// Assigns a number to a new message.
    mutating func next() -> Int64 {
        last += 1
        return last
    }

    /// Assigns a number to an older message.
    mutating func earlier() -> Int64 {
        first -= 1
        return first
    }
}

/// The row of the table `arrival`, and the column `arrival` of `message`.
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

    /// Returns the name of this store in cursors.
    static func store(_ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT store FROM arrival") ?? ""
    }

    /// Returns the messages that arrived after a cursor. Without a cursor, returns only the cursor of the newest
    /// message.
    ///
    /// - Parameter store: the name of this store in cursors.
    static func page(
        after cursor: InboxCursor?, limit: Int, store: String, _ database: Database
    ) throws -> InboxPage {
        // Uses the stored numbers rather than those assigned: the next start knows, and continues from, only the stored
        // ones.
        let end = InboxCursor(store: store, arrival: try arrivals(database).last)
        guard var cursor else { return InboxPage(cursor: end) }
        if cursor == .start { cursor = InboxCursor(store: store, arrival: 0) }
        guard cursor.store == end.store, cursor.arrival <= end.arrival else {
            return InboxPage(cursor: end, isAfterGap: true)
        }
        let statement = try database.cachedStatement(
            sql: """
                SELECT message.*, chat.id AS chatID FROM message JOIN chat ON chat.key = message.chat
                WHERE arrival > ? ORDER BY arrival LIMIT ?
                """)
        // Reads one row more than requested, to see whether there are more.
        let rows = try Row.fetchAll(statement, arguments: [cursor.arrival, limit + 1])
        let page = rows.prefix(limit)
        return InboxPage(
            cursor: InboxCursor(store: end.store, arrival: page.last?["arrival"] ?? cursor.arrival),
            messages: try page.map { row in
                InboxMessage(
                    cursor: InboxCursor(store: end.store, arrival: row["arrival"]),
                    message: try MessageRecord.message(row, in: ChatID(StoredText.decode(row["chatID"]))))
            },
            hasMore: rows.count > limit)
    }

    /// Stores the highest number, since the message that has it may be about to be removed.
    static func keep(_ last: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE arrival SET last = ?", arguments: [last])
    }
}
