import Foundation

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

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let members = try? container.decode([String: JSON].self) {
            self = .object(members)
        } else if let isTrue = try? container.decode(Bool.self) {
            self = .bool(isTrue)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .array(try container.decode([JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let isTrue): try container.encode(isTrue)
        case .number(let number):
            if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// - Throws: `DecodingError` if the bytes are not JSON.
    init(_ bytes: some Sequence<UInt8>) throws { self = try JSONDecoder().decode(JSON.self, from: Data(bytes)) }

    /// The JSON text, with sorted members.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Parses a text; `null` if it is not JSON.
    init(text: String) { self = (try? JSON(text.utf8)) ?? .null }
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
