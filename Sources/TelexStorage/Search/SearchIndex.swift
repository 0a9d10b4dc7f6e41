import GRDB
import TelexCore
import TelexJSON

/// How much a search reads at a time.
struct SearchLimits {
    /// How many messages are added to the index together.
    var batch: Int64 = 4000
    /// How many batches a commit adds at most.
    var batches = 10
    /// How many of the newest messages are read before the index is asked: what is frequent is among them.
    var newest = 1024
    /// How many messages of the index are all read, so that their number is known.
    var few = 250
    /// How many messages are read before what was found is shown.
    var step = 20_000
    /// How many messages a part of a count reads.
    var part = 50_000
}

/// The index of the words in messages, and the dates of the messages in blocks.
///
/// A row of `messageText` is a message, by its arrival; what the index has of it is made by `SearchText`. It has the
/// messages whose arrivals are between two bounds, the row of `messageIndex`: new messages are added to it many at a time,
/// since FTS5 writes a segment with each commit, and a search reads those that are not in it yet.
///
/// A row of `messageBlock` is 256 successive arrivals, with bounds of their dates: it leads to the newest messages without
/// an index of all dates.
final class SearchIndex {
    let reader = SearchText()
    var limits = SearchLimits()
    /// Whether a search found that the index is damaged.
    var isDamaged = false
    /// Whether a search has looked for a sample of the messages in the index.
    private var isSampled = false
    /// The first and the last arrival in the index, in the order of the table's columns; `nil` until they are read.
    private var known: (first: Int64, last: Int64)?
    /// The block that was written last, with its bounds.
    private var block: (number: Int64, oldest: Int64, newest: Int64)?

    /// How many arrivals a block has, as a power of two.
    static let blockBits: Int64 = 8
    /// The bounds of a block are whole hours, so that few messages change them.
    private static let hour: Int64 = 3_600_000

    /// Forgets what was written, because it was not committed.
    func forget() { (known, block) = (nil, nil) }

    /// Empties the index, and notes the dates of all messages. All that is in the index can be had from the messages.
    func reset(_ database: Database) throws {
        forget()
        isDamaged = false
        try database.execute(
            sql: """
                INSERT INTO messageText (messageText) VALUES ('delete-all');
                DELETE FROM messageIndex; INSERT INTO messageIndex VALUES (1, 0);
                DELETE FROM messageBlock
                """)
        let rows = try Row.fetchCursor(database, sql: "SELECT arrival, date FROM message")
        while let row = try rows.next() {
            let (arrival, date) = row.read { ($0.number(0), $0.number(1)) }
            if let arrival, let date { try note(date, arrival: arrival, database) }
        }
    }

    // MARK: Changes

    /// Adds messages that are not in the index, if there are enough of them; not all of a store that has no index yet.
    func catchUp(_ arrivals: Arrivals, _ database: Database) throws {
        // Nothing can be indexed that has not arrived.
        if try isDamaged || bounds(database).last > arrivals.last { try reset(database) }
        for _ in 0..<limits.batches { if try !addBatch(arrivals, database) { return } }
    }

    /// Returns whether there were enough messages for a batch.
    private func addBatch(_ arrivals: Arrivals, _ database: Database) throws -> Bool {
        var bounds = try bounds(database)
        let batch: ClosedRange<Int64>
        if arrivals.last - bounds.last >= limits.batch {
            batch = bounds.last + 1...bounds.last + limits.batch
            bounds.last = batch.upperBound
        } else if bounds.first - arrivals.first >= limits.batch {
            batch = bounds.first - limits.batch...bounds.first - 1
            bounds.first = batch.lowerBound
        } else {
            return false
        }
        let insertion = try database.cachedStatement(sql: Self.insertion)
        try StoredWords.read(
            "SELECT content, arrival FROM message WHERE arrival >= ? AND arrival <= ? ORDER BY arrival",
            [batch.lowerBound, batch.upperBound], database
        ) { row, text in
            if let arrival = row.read({ $0.number(1) }) { try write(insertion, text, arrival) }
        }
        try database.cachedStatement(sql: "UPDATE messageIndex SET first = ?, last = ?")
            .execute(arguments: [bounds.first, bounds.last])
        known = bounds
        return true
    }

    /// Notes a new message.
    func add(_ text: String, arrival: Int64, date: Int64, _ database: Database) throws {
        try note(date, arrival: arrival, database)
        // The number of an older message may have been that of one which was removed with its chat.
        try replace("", by: text, arrival: arrival, database)
    }

    func replace(_ old: String, by new: String, arrival: Int64, _ database: Database) throws {
        let bounds = try bounds(database)
        guard old != new, bounds.first <= arrival, arrival <= bounds.last else { return }
        var (old, new) = (old, new)
        try old.withUTF8 { try write(database.cachedStatement(sql: Self.deletion), $0, arrival) }
        try new.withUTF8 { try write(database.cachedStatement(sql: Self.insertion), $0, arrival) }
    }

    private static let insertion = "INSERT INTO messageText (rowid, terms) VALUES (?, ?)"
    private static let deletion = "INSERT INTO messageText (messageText, rowid, terms) VALUES ('delete', ?, ?)"

    private func write(_ statement: Statement, _ text: UnsafeBufferPointer<UInt8>, _ arrival: Int64) throws {
        let terms = reader.terms(of: text)
        if !terms.isEmpty { try statement.execute(arguments: [arrival, terms]) }
    }

    /// Widens the bounds of a message's block.
    private func note(_ date: Int64, arrival: Int64, _ database: Database) throws {
        let number = arrival >> Self.blockBits
        if let block, block.number == number, block.oldest <= date, date < block.newest { return }
        let start = (date >= 0 ? date : date - Self.hour + 1) / Self.hour * Self.hour
        let (oldest, newest) = (start, start + Self.hour)
        try database.cachedStatement(
            sql: """
                INSERT INTO messageBlock (number, oldest, newest) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET oldest = min(oldest, excluded.oldest), newest = max(newest, excluded.newest)
                """
        ).execute(arguments: [number, oldest, newest])
        let old = block?.number == number ? block : nil
        block = (number, min(old?.oldest ?? oldest, oldest), max(old?.newest ?? newest, newest))
    }

    // MARK: Reading

    /// The first and the last arrival that may be in the index.
    func bounds(_ database: Database) throws -> (first: Int64, last: Int64) {
        if let known { return known }
        let statement = try database.cachedStatement(sql: "SELECT first, last FROM messageIndex")
        let bounds = try Row.fetchOne(statement)?.read { ($0.number(0) ?? 1, $0.number(1) ?? 0) } ?? (1, 0)
        known = bounds
        return bounds
    }

    /// How many messages a sample has.
    private static let sample: Int64 = 16

    /// Whether the index can be searched. The first search looks for a sample of the messages in it.
    func isUsable(_ database: Database) throws -> Bool {
        if !isSampled, !isDamaged {
            isSampled = true
            isDamaged = try !hasSample(database)
        }
        return !isDamaged
    }

    /// Returns whether the index has a sample of its messages. If a part of it was overwritten, SQLite may find nothing
    /// wrong with what is left.
    private func hasSample(_ database: Database) throws -> Bool {
        let bounds = try bounds(database)
        guard bounds.first <= bounds.last else { return true }
        let step = max(1, (bounds.last - bounds.first) / Self.sample)
        for start in stride(from: bounds.first, through: bounds.last, by: Int64.Stride(step)) {
            var isThere = true
            try StoredWords.read(
                "SELECT content, arrival FROM message WHERE arrival >= ? AND arrival <= ? ORDER BY arrival LIMIT 1",
                [start, bounds.last], database
            ) { row, text in
                // The longest one is in few other messages. A space and a mark would be one character.
                let terms = reader.terms(of: text).utf8.split(separator: UInt8(ascii: " "))
                if let arrival = row.read({ $0.number(1) }), let term = terms.max(by: { $0.count < $1.count }) {
                    isThere = try has(String(decoding: term, as: UTF8.self), arrival, database)
                }
            }
            if !isThere { return false }
        }
        return true
    }

    private func has(_ term: String, _ arrival: Int64, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM messageText WHERE messageText MATCH ? AND rowid = ?")
        return try Int.fetchOne(statement, arguments: ["\"\(term)\"", arrival]) != nil
    }

    /// Whether many messages are not in the index.
    func isBehind(_ database: Database) throws -> Bool {
        let bounds = try bounds(database)
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM (SELECT 1 FROM message WHERE arrival < ? OR arrival > ? LIMIT ?)")
        let limit = 4 * limits.batch
        return try Int64.fetchOne(statement, arguments: [bounds.first, bounds.last, limit]) ?? 0 >= limit
    }

    /// Calls the body with the rows of messages that are not in the index.
    func readRest(_ columns: String, _ database: Database, _ body: (Row) throws -> Void) throws {
        let bounds = try bounds(database)
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM message WHERE arrival < ? OR arrival > ?")
        let rows = try Row.fetchCursor(statement, arguments: [bounds.first, bounds.last])
        while let row = try rows.next() { try body(row) }
    }

    /// The arrivals of the messages that the index has for an expression, and of those that it does not have, in order.
    func arrivals(_ expression: String, _ database: Database) throws -> [Int64] {
        let bounds = try bounds(database)
        let statement = try database.cachedStatement(
            sql: """
                SELECT arrival FROM message WHERE arrival < ?1
                UNION ALL SELECT rowid FROM messageText WHERE messageText MATCH ?3
                UNION ALL SELECT arrival FROM message WHERE arrival > ?2
                """)
        return try Int64.fetchAll(statement, arguments: [bounds.first, bounds.last, expression]).sorted()
    }
}
