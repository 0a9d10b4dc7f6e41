import GRDB
import TelexCore

/// Numbers messages in the order in which they reached a store. New messages count up from 1; imported ones, and older
/// ones fetched later, count down from -1.
struct Arrivals {
    /// The highest number ever assigned.
    private(set) var last: Int64 = 0
    /// The lowest number in use.
    private(set) var first: Int64 = 0

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
        // Without the numbers that only damage can produce.
        let sql = """
            SELECT (SELECT min(arrival) FROM message WHERE arrival >= \(-Int64.largest)),
                (SELECT max(arrival) FROM message WHERE arrival <= \(Int64.largest)),
                (SELECT last FROM arrival)
            """
        guard var row = try Row.fetchOne(database.cachedStatement(sql: sql)).map(StoredRow.init) else {
            return Arrivals()
        }
        return Arrivals(first: min(row.number(0) ?? 0, 0), last: max(row.number(1) ?? 0, row.number(2) ?? 0))
    }

    /// Returns the name of this store in cursors.
    static func store(_ database: Database) throws -> String {
        let name = try String.fetchOne(database, sql: "SELECT store FROM arrival") ?? ""
        // Cursors with a damaged name could not be read back.
        return InboxCursor(store: name, arrival: 1).readable == nil ? "damaged" : name
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
                WHERE arrival > ? AND arrival <= ? ORDER BY arrival LIMIT ?
                """)
        // Reads one row more than requested, to see whether there are more.
        let rows = try Row.fetchAll(statement, arguments: [cursor.arrival, end.arrival, limit + 1])
        var page = InboxPage(cursor: cursor, hasMore: rows.count > limit)
        for row in rows.prefix(limit) {
            var row = StoredRow(row)
            // In a damaged index, the numbers may not count up: following them could go round in circles.
            guard let arrival = row.number("arrival"), arrival > page.cursor.arrival else { continue }
            page.cursor = InboxCursor(store: end.store, arrival: arrival)
            let message = row.message(
                in: row.id("chatID") ?? "lost-\(row.number("chat") ?? 0)", at: row.number("position") ?? 0)
            page.messages.append(InboxMessage(cursor: page.cursor, message: message))
        }
        // If none could be read, there is nowhere to continue from.
        if page.cursor == cursor { page.hasMore = false }
        return page
    }

    /// Stores the highest number, since the message that has it may be about to be removed.
    static func keep(_ last: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE arrival SET last = ?", arguments: [last])
    }
}
