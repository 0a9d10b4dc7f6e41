import TelexCore

/// Pieces of JSON Schema, draft 2020-12.
enum Schema {
    /// An object with these members. Others may stand beside them: readers ignore what they do not know.
    static func object(_ members: [(name: String, schema: JSONValue, isOptional: Bool)]) -> JSONValue {
        var properties = JSONObject()
        for member in members { properties.append(member.name, member.schema) }
        return [
            "type": "object",
            "properties": .object(properties),
            "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
        ]
    }

    static func object(of members: [MemberSchema]) -> JSONValue {
        object(members.map { ($0.name, $0.schema, $0.isOptional) })
    }

    static func object(_ members: (String, JSONValue)...) -> JSONValue {
        object(members.map { ($0.0, $0.1, false) })
    }

    static func const(_ text: String) -> JSONValue { ["const": .string(text)] }

    static func nullable(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    static func anyOf(_ schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }
}

extension Form {
    /// The schema of an object of this form; `before` stands in front of its members.
    ///
    /// - Parameter hasBlanks: whether members that can be blanks may be `null`.
    func schema(before: [(String, JSONValue)] = [], after: [(String, JSONValue)] = [], hasBlanks: Bool)
        -> JSONValue
    {
        var all = before.map { (name: $0.0, schema: $0.1, isOptional: false) }
        for member in members {
            let canBeBlank = hasBlanks && Blank(rawValue: member.name) != nil
            all.append((member.name, canBeBlank ? Schema.nullable(member.schema) : member.schema, member.isOptional))
        }
        all += after.map { (name: $0.0, schema: $0.1, isOptional: true) }
        return Schema.object(all)
    }
}
