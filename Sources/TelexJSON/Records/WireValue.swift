import Foundation

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

    /// The names of the members that lead to the value, from the outermost one on.
    package var path: [String] { if case .within(let member, let inner) = self { [member] + inner.path } else { [] } }

    /// What was expected in place of the value.
    package var expected: String {
        switch self {
        case .missing(let expected), .wrong(let expected): expected
        case .within(_, let inner): inner.expected
        }
    }

    /// Whether the value is missing.
    package var isMissing: Bool {
        switch self {
        case .missing: true
        case .wrong: false
        case .within(_, let inner): inner.isMissing
        }
    }
}

extension WireValue {
    public static var schemaName: String { Schema.name(of: Self.self) }
    @inlinable public var isAbsent: Bool { false }
    @inlinable public static var isOptional: Bool { false }
    @inlinable public var readable: Self? { self }

    /// Returns how a member's value, or its absence, differs from this type.
    @inlinable public static func mismatch(_ value: JSONValue?) -> Mismatch {
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
    @inlinable public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.writeNull() }
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    public static var schema: JSONValue { Schema.nullable(Wrapped.schema) }
    @inlinable public var isAbsent: Bool { self == nil }
    @inlinable public static var isOptional: Bool { true }
    public static var kind: String { Wrapped.kind }
    @inlinable public static func read(_ value: JSONValue?) throws(Mismatch) -> Wrapped? {
        guard let value, value != .null else { return nil }
        return try Wrapped.read(value)
    }
}

extension Array: WireWritable where Element: WireWritable {
    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Array: WireValue where Element: WireValue {
    public static var schema: JSONValue { ["type": "array", "items": Element.schema] }
    public static var kind: String { "an array" }
    @inlinable public static func read(_ value: JSONValue?) throws(Mismatch) -> [Element] {
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
    @inlinable public func write(to writer: inout JSONWriter) { writer.write(rawValue) }
    @inlinable public static func read(_ value: JSONValue?) throws(Mismatch) -> Self {
        guard case .string(let text) = value, let word = Self(rawValue: text) else { throw mismatch(value) }
        return word
    }
}
