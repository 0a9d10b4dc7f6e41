/// A parsed JSON value (RFC 8259).
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that 64 bits can hold.
    case integer(Int64)
    /// Any other number, as it was written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The kind of value, as error messages name it.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object, in order.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue
    }

    public private(set) var members: [Member]

    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member(name: $0.0, value: $0.1) }
    }

    public subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    mutating func append(_ name: String, _ value: JSONValue) { members.append(Member(name: name, value: value)) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object.append(name, value) }
        self = .object(object)
    }
}
