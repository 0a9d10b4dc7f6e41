/// Builds pieces of JSON Schema, draft 2020-12.
package enum Schema {
    /// Returns the schema of an object with these members. It may have others: readers ignore unknown members.
    package static func object(
        plain members: [(name: String, schema: JSONValue, isOptional: Bool)]
    ) -> JSONValue {
        var properties = JSONObject()
        for member in members { properties.append(member.name, member.schema) }
        return [
            "type": "object",
            "properties": .object(properties),
            "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
        ]
    }

    package static func const(_ text: String) -> JSONValue { ["const": .string(text)] }

    package static func nullable(_ schema: JSONValue) -> JSONValue {
        guard case .object(let object) = schema, let type = object["type"] else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        if case .array = type { return schema }
        var nullable = JSONObject()
        for member in object.members {
            nullable.append(member.name, member.name == "type" ? [type, "null"] : member.value)
        }
        return .object(nullable)
    }

    /// Returns the schema of an object that matches at least one of these schemas.
    package static func object(oneOf schemas: [JSONValue]) -> JSONValue {
        ["type": "object", "anyOf": .array(schemas)]
    }

    /// Returns the schema of an object that matches one of these, each a reference to a definition, with the value of the
    /// member that tells them apart. Code generators read `discriminator`, a keyword of OpenAPI; validators ignore it.
    package static func object(oneOf choices: [(value: String, schema: JSONValue)], by member: String) -> JSONValue {
        var mapping = JSONObject()
        for choice in choices {
            if case .object(let reference) = choice.schema { mapping.append(choice.value, reference["$ref"] ?? .null) }
        }
        return [
            "type": "object", "anyOf": .array(choices.map(\.schema)),
            "discriminator": ["propertyName": .string(member), "mapping": .object(mapping)],
        ]
    }

    package static func anyOf(_ schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }

    // MARK: Definitions

    package static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    /// Returns a reference to a named definition. The reference carries the definition until `definitions` collects it.
    package static func define(_ name: String, _ meaning: String?, _ schema: JSONValue) -> JSONValue {
        var definition = JSONObject()
        definition.append("title", .string(words(of: name)))
        if let meaning { definition.append("description", .string(meaning)) }
        if case .object(let object) = schema {
            for member in object.members { definition.append(member.name, member.value) }
        }
        var reference = JSONObject()
        reference.append("$ref", .string("#/$defs/\(name)"))
        reference.append(definitionMember, .object(definition))
        return .object(reference)
    }

    package static func define(_ name: String, _ schema: JSONValue) -> JSONValue { define(name, nil, schema) }

    private static let definitionMember = "$definition"

    /// Returns the definitions that references carry, sorted by name.
    package static func definitions(_ schema: JSONValue) -> JSONObject {
        var definitions: [(name: String, value: JSONValue)] = []
        _ = hoist(schema, &definitions)
        var object = JSONObject()
        for definition in definitions.sorted(by: { $0.name < $1.name }) {
            object.append(definition.name, definition.value)
        }
        return object
    }

    /// Moves the definitions out of a schema and returns the rest.
    private static func hoist(
        _ schema: JSONValue, _ definitions: inout [(name: String, value: JSONValue)]
    ) -> JSONValue {
        switch schema {
        case .object(let object):
            var rest = JSONObject()
            for member in object.members {
                if member.name != definitionMember {
                    rest.append(member.name, hoist(member.value, &definitions))
                } else if case .string(let reference)? = object["$ref"] {
                    let name = String(reference.dropFirst("#/$defs/".count))
                    let value = hoist(member.value, &definitions)
                    if let known = definitions.first(where: { $0.name == name }) {
                        precondition(known.value == value, "two definitions of \(name)")
                    } else {
                        definitions.append((name, value))
                    }
                }
            }
            return .object(rest)
        case .array(let schemas): return .array(schemas.map { hoist($0, &definitions) })
        default: return schema
        }
    }

    /// The name of a type in words: `ChatListRow` is "Chat list row".
    private static func words(of name: String) -> String {
        name.prefix(1) + name.dropFirst().map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }

    /// The flat name of a nested Swift type: `ChatListViewModel.Row` is `ChatListRow`.
    package static func name(of type: Any.Type) -> String {
        // The compiler adds parts in parentheses to distinguish private types.
        let parts = String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
        if parts.count == 1 { return String(parts[0]) }
        return parts.map { $0.replacing("ViewModel", with: "") }.joined()
    }

    /// Makes a type name from the name of an event or a line: `message.sending` becomes `MessageSending`.
    package static func name(from words: String) -> String {
        words.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
