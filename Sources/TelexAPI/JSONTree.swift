/// A JSON value that is built in code.
package indirect enum JSONTree: Hashable, Sendable {
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
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension JSONTree: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONTree)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension JSONTree: Encodable {
    package func encode(to encoder: any Encoder) throws {
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
