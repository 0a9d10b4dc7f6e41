/// A parsed JSON value (RFC 8259).
public enum JSONValue: Hashable, Sendable {
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
    package var kind: String {
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

    /// Reserves space for `count` members.
    package mutating func reserve(_ count: Int) { members.reserveCapacity(count) }

    package mutating func append(_ name: String, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
    }

    /// Replaces a member, or appends it if there is none of that name.
    package mutating func set(_ name: String, _ value: JSONValue) {
        let member = Member(name: name, value: value)
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index] = member
        } else {
            members.append(member)
        }
    }

    package mutating func remove(_ name: String) { members.removeAll { $0.name == name } }
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

/// Reading and writing single lines, for programs that talk with Telex.
extension JSONValue {
    /// Reads one JSON text; `nil` if it is none.
    package init?(text: ArraySlice<UInt8>) {
        guard case .success(let value) = JSONParser.parse(text).0 else { return nil }
        self = value
    }

    /// The value as JSON text on one line.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value as JSON text on one line.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The member of an object; `nil` if it has none of that name, or if this is no object.
    package subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    /// The string; `nil` if this is none.
    package var string: String? { if case .string(let string) = self { string } else { nil } }

    /// Whether this is `true`; `nil` if this is neither `true` nor `false`.
    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The values of an array; none if this is no array.
    package var values: [JSONValue] { if case .array(let values) = self { values } else { [] } }

    /// The object with these members, which replace its own. Members that are `nil` are left out.
    package func with(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        guard case .object(var object) = self else { return self }
        for (name, value) in members {
            if let value { object.set(name, value) } else { object.remove(name) }
        }
        return .object(object)
    }

    /// The object with the members of another one, which replace its own.
    package func merging(_ other: JSONValue?) -> JSONValue {
        guard case .object(var object) = self, case .object(let others)? = other else { return self }
        for member in others.members { object.set(member.name, member.value) }
        return .object(object)
    }
}
