import GRDB

extension Error {
    /// Whether the cause is a damaged file, one that is not a database, or a value of the wrong type.
    var isDamage: Bool {
        self is RowDecodingError
            || [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains((self as? DatabaseError)?.resultCode)
    }
}

/// Limits what a damaged row costs to that row.
enum Damage {
    /// Returns `nil` if damage keeps `body` from reading its value.
    static func allowing<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch  where error.isDamage { return nil }
    }

    /// Returns the values of all rows that can be read.
    static func skipping<Value>(_ rows: RowCursor, _ value: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try rows.next() {
            if let value = try allowing({ try value(row) }) { values.append(value) }
        }
        return values
    }
}
