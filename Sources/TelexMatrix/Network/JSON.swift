import TelexJSON

/// A JSON value. Events in rooms can have any form, so a value of an unexpected type counts as missing.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var bool: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The number without its fraction; `nil` if it is out of range.
    var int: Int? { number.flatMap { Int(exactly: $0.rounded(.towardZero)) } }
    /// The number as a count of something. A server may send any number, and counts are added up.
    var count: Int? { number.map { $0 > 0 ? Int(min($0, 1_000_000)) : 0 } }
    /// The elements; empty if this is not an array.
    var array: [JSON] { if case .array(let values) = self { values } else { [] } }
    /// The members; empty if this is not an object.
    var object: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    var exists: Bool { self != .null }
    /// Whether the value is null, or contains only empty arrays, empty objects and nulls.
    var isHollow: Bool {
        switch self {
        case .null: true
        case .array(let values): values.allSatisfy(\.isHollow)
        case .object(let members): members.values.allSatisfy(\.isHollow)
        case .bool, .number, .string: false
        }
    }
}

extension JSON {
    /// Reads what a homeserver says; `nil` if it is not JSON. It contains what strangers wrote, so a value that is too
    /// deep or too long becomes `null`, and a number out of range infinite (`JSONParser.parseLeniently`).
    init?(_ bytes: some Sequence<UInt8>) {
        func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? { try? JSONParser.parseLeniently(bytes) }
        let value = bytes.withContiguousStorageIfAvailable(parsed) ?? Array(bytes).withUnsafeBufferPointer(parsed)
        guard let value else { return nil }
        self.init(value)
    }

    private init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let isTrue): self = .bool(isTrue)
        case .integer(let number): self = .number(Double(number))
        case .number(let text): self = Double(text).map(JSON.number) ?? .null
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map(JSON.init))
        case .object(let object):
            // Of several members of a name, the last one counts, as for most readers.
            self = .object(Dictionary(object.members.map { ($0.name, JSON($0.value)) }) { $1 })
        }
    }

    /// The JSON text, with sorted members.
    var bytes: [UInt8] {
        var writer = JSONWriter(isCanonical: true)
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let isTrue): writer.write(isTrue)
        case .number(let number):
            if let whole = Int64(exactly: number) { writer.write(whole) } else { writer.write(number) }
        case .string(let text): writer.write(text)
        case .array(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (name, value) in members {
                writer.name(name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Parses a text; `null` if it is not JSON.
    init(text: String) { self = JSON(text.utf8) ?? .null }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }
}
