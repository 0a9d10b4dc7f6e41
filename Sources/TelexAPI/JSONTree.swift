/// A JSON value that is built in code.
public indirect enum JSONTree: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case null
    case list([JSONTree])
    case object([String: JSONTree])

    /// Returns the object with more members, which replace those of the same name.
    func with(_ members: [String: JSONTree]) -> JSONTree {
        guard case .object(let own) = self else { return self }
        return .object(own.merging(members) { $1 })
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension JSONTree: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, JSONTree)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension JSONTree: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .null: try container.encodeNil()
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}
