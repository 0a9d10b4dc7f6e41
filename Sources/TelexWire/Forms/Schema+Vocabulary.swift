import TelexJSON

/// Objects whose members are described by their meanings.
extension Schema {
    static func object(_ members: [(name: String, schema: JSONValue, isOptional: Bool)]) -> JSONValue {
        object(plain: members.map { ($0.name, explained($0.schema, $0.name), $0.isOptional) })
    }

    static func object(of members: [MemberSchema]) -> JSONValue {
        object(members.map { ($0.name, $0.schema(), $0.isOptional) })
    }

    static func object(_ members: (String, JSONValue)...) -> JSONValue {
        object(members.map { ($0.0, $0.1, false) })
    }

    /// Returns the schema with the member's meaning as its description.
    private static func explained(_ schema: JSONValue, _ member: String) -> JSONValue {
        guard let meaning = Vocabulary.meaning(of: member) else { return schema }
        var object = JSONObject()
        if case .object(let given) = schema { object = given }
        object.append("description", .string(meaning))
        return .object(object)
    }
}
