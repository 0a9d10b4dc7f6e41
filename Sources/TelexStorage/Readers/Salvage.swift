import GRDB

/// Reads the rows of a table in the order of an integer key, and skips those that are unreadable because the file is
/// damaged.
struct Salvage {
    /// The maximum number of times that a range of keys with unreadable ends is halved to find rows in it.
    private static let deepest = 10

    private let database: Database
    private let sql: String
    private let arguments: StatementArguments
    private let key: String
    private let take: (Row) throws -> Void

    /// - Parameters:
    ///   - sql: a query that ends in a condition, to which conditions on the key are appended.
    ///   - take: called with each readable row.
    init(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [], key: String,
        _ take: @escaping (Row) throws -> Void
    ) {
        self.database = database
        self.sql = sql
        self.arguments = arguments
        self.key = key
        self.take = take
    }

    /// - Parameter keys: the range of possible keys, used if the first or the last row is unreadable.
    /// - Returns: whether all rows could be read.
    func run(keys: @autoclosure () -> Range<Int64>? = nil) throws -> Bool {
        let read = try read(.min ..< .max)
        if read.isWhole { return true }
        let rest = try tail((read.last ?? .min) ..< .max)
        let known = keys()
        if let low = read.last.map({ $0 + 1 }) ?? known?.lowerBound, let high = rest.lowest ?? known?.upperBound,
            low < high
        {
            try search(low..<high, depth: 0)
        }
        try readTail(rest, before: .max)
        return false
    }

    /// Reads the rows that it finds between damaged places.
    private func search(_ keys: Range<Int64>, depth: Int) throws {
        guard depth < Self.deepest, keys.lowerBound + 1 < keys.upperBound else { return }
        // The middle, without a sum that could overflow: a damaged key can be any number.
        let middle = (keys.lowerBound & keys.upperBound) + (keys.lowerBound ^ keys.upperBound) >> 1
        let before = try tail(keys.lowerBound..<middle)
        let start = before.lowest ?? middle
        if !before.isWhole { try search(keys.lowerBound..<start, depth: depth + 1) }
        try readTail(before, before: middle)
        let read = try read(middle..<keys.upperBound)
        if read.isWhole { return }
        try search((read.last.map { $0 + 1 } ?? middle)..<keys.upperBound, depth: depth + 1)
    }

    /// Reads rows in ascending order, up to the first that is unreadable.
    private func read(_ keys: Range<Int64>) throws -> (last: Int64?, isWhole: Bool) {
        var last: Int64?
        let isWhole = try step(keys, isAscending: true) { key, row in
            last = key
            try take(row)
        }
        return (last, isWhole)
    }

    /// The readable rows at the end of a range: the keys of the first two.
    private struct Tail {
        let lowest: Int64?
        let next: Int64?
        let isWhole: Bool
    }

    private func tail(_ keys: Range<Int64>) throws -> Tail {
        var lowest: Int64?
        var next: Int64?
        let isWhole = try step(keys, isAscending: false) { key, _ in
            next = lowest
            lowest = key
        }
        return Tail(lowest: lowest, next: next, isWhole: isWhole)
    }

    /// Reads the rows of a tail. The first may be on an inner page, which only a descending query reaches.
    private func readTail(_ tail: Tail, before end: Int64) throws {
        guard let lowest = tail.lowest else { return }
        _ = try step(lowest..<(tail.next ?? end), isAscending: false, limit: 1) { _, row in try take(row) }
        if let next = tail.next { _ = try read(next..<end) }
    }

    /// Reads rows until one is unreadable. A row whose key is not in order is: it is on a page to which damaged links lead,
    /// perhaps again and again.
    private func step(
        _ keys: Range<Int64>, isAscending: Bool, limit: Int = -1, _ body: (Int64, Row) throws -> Void
    ) throws -> Bool {
        // Also unreadable if the table lacks the column, as in a file of another version.
        try Self.isReadable {
            let statement = try database.cachedStatement(
                sql: "\(sql) AND \(key) >= ? AND \(key) < ? ORDER BY \(key) \(isAscending ? "ASC" : "DESC") LIMIT ?")
            let rows = try Row.fetchCursor(
                statement, arguments: arguments + [keys.lowerBound, keys.upperBound, limit])
            var order = KeyOrder<Int64>(isAscending: isAscending)
            while let row = try rows.next() {
                guard case .int64(let key) = key.value(in: row).storage, keys.contains(key) else { throw Self.damage }
                try order.check(key)
                try body(key, row)
            }
        }
    }

    /// The error for damage that SQLite does not notice.
    static var damage: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT) }

    /// Runs the body and returns whether it met no damage.
    static func isReadable(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as DatabaseError where error.isDamage {
            return false
        }
    }
}

/// Checks that keys are in order, each once. So reading them ends, wherever damaged links between pages lead.
struct KeyOrder<Key: Comparable> {
    var isAscending = true
    private(set) var last: Key?

    init(isAscending: Bool = true) { self.isAscending = isAscending }

    /// - Throws: `Salvage.damage` if the key does not come after the last one.
    mutating func check(_ key: Key) throws {
        if let last, isAscending ? key <= last : key >= last { throw Salvage.damage }
        last = key
    }
}

/// A key that is text, in the order of SQLite: that of its bytes.
struct StoredKey: Comparable {
    let text: String

    init(_ row: Row, _ column: String) throws {
        guard case .string(let text) = column.value(in: row).storage else { throw Salvage.damage }
        self.text = text
    }

    static func < (first: StoredKey, second: StoredKey) -> Bool {
        first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }

    static func == (first: StoredKey, second: StoredKey) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }
}
