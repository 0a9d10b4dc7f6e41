import Foundation
import TelexCore
import TelexJSON

/// A type that can be written to the wire.
public protocol WireWritable: Sendable, Equatable {
    func write(to writer: inout JSONWriter)
}

/// A type that can also be read, and has a schema.
public protocol WireValue: WireWritable {
    /// The name of the type's definition in the schema, if it has one.
    static var schemaName: String { get }
    /// The JSON Schema (2020-12) of the type.
    static var schema: JSONValue { get }
    /// Whether this is an optional without a value.
    var isAbsent: Bool { get }
    /// Reads a member's value; `nil` means that the member is missing.
    static func read(_ value: JSONValue?) throws(Mismatch) -> Self
    /// The nearest value that `read` accepts once it is written; `nil` if there is none.
    var readable: Self? { get }
    /// Whether a member of this type may be missing.
    static var isOptional: Bool { get }
    /// The name of this kind of value in error messages, such as "a string".
    static var kind: String { get }
}

/// A difference between a JSON value and the type that is read.
public enum Mismatch: Error, Hashable {
    case missing(expected: String)
    case wrong(expected: String)
    /// A mismatch in a member of the value.
    indirect case within(member: String, Mismatch)
}

extension WireValue {
    public static var schemaName: String { Schema.name(of: Self.self) }
    public var isAbsent: Bool { false }
    public static var isOptional: Bool { false }

    /// Returns how a member's value, or its absence, differs from this type.
    static func mismatch(_ value: JSONValue?) -> Mismatch {
        value == nil ? .missing(expected: kind) : .wrong(expected: kind)
    }
}

extension String: WireValue {
    public static var schema: JSONValue { ["type": "string"] }
    public static var kind: String { "a string" }
    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> String {
        guard case .string(let text) = value else { throw mismatch(value) }
        return text
    }
}

extension Bool: WireValue {
    public static var schema: JSONValue { ["type": "boolean"] }
    public static var kind: String { "true or false" }
    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Bool {
        guard case .bool(let isTrue) = value else { throw mismatch(value) }
        return isTrue
    }
}

/// Positions: the integers up to 2^53 - 1 on either side of 0, which every JSON reader can hold (RFC 7493, 2.2). As in
/// JSON Schema (Validation, 6.1.1), a number without a fraction is an integer, even if written as `1.0` or `1e2`.
extension Int64: WireValue {
    package static let largest: Int64 = (1 << 53) - 1

    public static var schema: JSONValue {
        ["type": "integer", "minimum": .integer(-largest), "maximum": .integer(largest)]
    }
    public static var kind: String { "an integer" }
    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Int64 {
        let number: Int64? =
            switch value {
            case .integer(let integer): integer
            case .number(let text): Double(text).flatMap(Int64.init(exactly:))
            default: nil
            }
        guard let number, number.readable == number else { throw mismatch(value) }
        return number
    }
}

/// Counts: limited to 32 bits when read, so that sums of counts cannot overflow.
extension Int: WireValue {
    public static var schema: JSONValue {
        ["type": "integer", "minimum": .integer(Int64(Int32.min)), "maximum": .integer(Int64(Int32.max))]
    }
    public static var kind: String { Int64.kind }
    public func write(to writer: inout JSONWriter) { writer.write(Int64(self)) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Int {
        let number = Int(try Int64.read(value))
        guard number.readable == number else { throw .wrong(expected: kind) }
        return number
    }
}

extension Identifier: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1] }
    public static var kind: String { "a string that is not empty" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Identifier {
        guard case .string(let text) = value, let id = Identifier(text).readable else { throw mismatch(value) }
        return id
    }
}

/// A place in the inbox: `start`, or a string that clients hand back unchanged and never parse.
extension InboxCursor: WireValue {
    public static var schema: JSONValue { ["type": "string", "pattern": #"^(start|[^.]+\.[0-9]+)$"#] }
    public static var kind: String { "the cursor of a page of the inbox, or \"start\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> InboxCursor {
        guard case .string(let text) = value, let cursor = InboxCursor(text) else { throw mismatch(value) }
        return cursor
    }
}

/// How times are shown, as a subset of strftime(3).
extension TimeFormat: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 32] }
    public static var kind: String { "a format of times, such as \"%H:%M\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> TimeFormat {
        guard case .string(let text) = value, let format = TimeFormat(text) else { throw mismatch(value) }
        return format
    }
}

/// The name of a window. The main window has none, and is never written.
extension WindowID: WireValue {
    /// The maximum length of a name in code points, as JSON Schema counts them.
    static let longestName = 64

    public static var schema: JSONValue {
        ["type": "string", "minLength": 1, "maxLength": .integer(Int64(longestName))]
    }
    public static var kind: String { "a string of 1 to \(longestName) characters" }
    public func write(to writer: inout JSONWriter) { writer.write(name ?? "") }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> WindowID {
        guard case .string(let text) = value, (1...longestName).contains(text.unicodeScalars.count) else {
            throw mismatch(value)
        }
        return WindowID(text)
    }
}

extension Date: WireValue {
    public static var schema: JSONValue { ["type": "string", "format": "date-time"] }
    public static var kind: String { "an RFC 3339 date, such as \"2026-01-05T09:00:00Z\"" }
    public func write(to writer: inout JSONWriter) { writer.write(InternetDate.text(self)) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Date {
        guard case .string(let text) = value, let date = InternetDate.date(text) else { throw mismatch(value) }
        return date
    }
}

extension Optional: WireWritable where Wrapped: WireWritable {
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.writeNull() }
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    public static var schema: JSONValue { Schema.nullable(Wrapped.schema) }
    public var isAbsent: Bool { self == nil }
    public static var isOptional: Bool { true }
    public static var kind: String { Wrapped.kind }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Wrapped? {
        guard let value, value != .null else { return nil }
        return try Wrapped.read(value)
    }
}

extension Array: WireWritable where Element: WireWritable {
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Array: WireValue where Element: WireValue {
    public static var schema: JSONValue { ["type": "array", "items": Element.schema] }
    public static var kind: String { "an array" }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> [Element] {
        guard case .array(let values) = value else { throw mismatch(value) }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try Element.read(value)) }
        return elements
    }
}

/// An enum whose cases are words on the wire.
public protocol WireWord: WireValue, RawRepresentable, CaseIterable where RawValue == String {}

extension WireWord {
    public static var schema: JSONValue {
        Schema.define(schemaName, ["enum": .array(allCases.map { .string($0.rawValue) })])
    }
    public static var kind: String { "one of " + allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
    public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .string(let text) = value, let word = Self(rawValue: text) else { throw mismatch(value) }
        return word
    }
}
