import Foundation
import GRDB
import TelexCore
import TelexJSON

/// A row of a file that may be damaged or of another version. Its values are checked as those of an event are.
///
/// A value that is missing, invalid or of another type is `nil`.
struct StoredRow {
    private let row: Row
    /// Whether all values that were read so far are valid.
    private(set) var isSound = true

    init(_ row: Row) { self.row = row }

    /// - Parameter place: the name of a column, or its number: to find a column by its name takes longer than to read it.
    mutating func text(_ place: some ColumnPlace) -> String? {
        switch place.value(in: row).storage {
        case .null: return nil
        case .string(let text): return StoredText.decode(text)
        case .int64, .double, .blob: return invalid()
        }
    }

    mutating func number(_ place: some ColumnPlace) -> Int64? {
        switch place.value(in: row).storage {
        case .null: return nil
        case .int64(let number) where number.readable == number: return number
        case .int64, .double, .string, .blob: return invalid()
        }
    }

    /// A number of messages.
    mutating func count(_ place: some ColumnPlace) -> Int? {
        guard let number = number(place) else { return nil }
        return Int(number).readable == Int(number) ? Int(number) : invalid()
    }

    mutating func flag(_ place: some ColumnPlace) -> Bool? { number(place).map { $0 != 0 } }

    mutating func date(_ place: some ColumnPlace) -> Date? {
        guard let number = number(place) else { return nil }
        let date = MessageRecord.date(number)
        return date.readable == date ? date : invalid()
    }

    mutating func id<Owner>(_ place: some ColumnPlace) -> Identifier<Owner>? {
        guard let text = text(place) else { return nil }
        return Identifier(text).readable ?? invalid()
    }

    /// A value that is stored as JSON.
    mutating func json<Value: WireValue>(_ place: some ColumnPlace) -> Value? {
        guard let text = text(place) else { return nil }
        return Value(json: text) ?? invalid()
    }

    /// Replaces a value that every row has, if it cannot be read.
    mutating func require<Value>(_ value: Value?, or other: @autoclosure () -> Value) -> Value {
        value ?? invalid() ?? other()
    }

    /// Notes that something cannot be read.
    mutating func invalid<Value>() -> Value? {
        isSound = false
        return nil
    }
}

/// The name or the number of a column.
protocol ColumnPlace { func value(in row: Row) -> DatabaseValue }

extension String: ColumnPlace {
    func value(in row: Row) -> DatabaseValue { (try? row.decode(DatabaseValue.self, forColumn: self)) ?? .null }
}

extension Int: ColumnPlace {
    func value(in row: Row) -> DatabaseValue {
        row.indices.count > self ? (try? row.decode(DatabaseValue.self, atIndex: self)) ?? .null : .null
    }
}

extension Row {
    /// Returns what the body reads from the row.
    func read<Value>(_ body: (inout StoredRow) -> Value) -> Value {
        var row = StoredRow(self)
        return body(&row)
    }
}

/// GRDB's subscripts end the process for a value of another type. `StoredRow` reads columns instead.
extension Row {
    @available(*, unavailable, message: "Read columns by StoredRow.")
    subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value { fatalError() }
    @available(*, unavailable, message: "Read columns by StoredRow.")
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) -> Value { fatalError() }
    @available(*, unavailable, message: "Read columns by StoredRow.")
    subscript<Value: DatabaseValueConvertible>(_ columnName: String) -> Value { fatalError() }
    @available(*, unavailable, message: "Read columns by StoredRow.")
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ columnName: String) -> Value {
        fatalError()
    }
}
