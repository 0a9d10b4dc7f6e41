import TelexCore
import TelexJSON

/// Checks a pattern before a program runs: its words, and its members and values as far as the schema knows them.
struct PatternCheck {
    /// What is wrong, and what to write instead.
    struct Fault: Error { let reason: String }

    /// Checks the members of an object.
    ///
    /// - Parameters:
    ///   - what: what has the members, at the beginning of a sentence.
    ///   - more: the names of other members that it may have. Nothing is known of their values.
    static func members(
        of object: JSONObject, _ members: [MemberSchema], _ what: String, more: [String] = []
    ) throws(Fault) {
        let names = members.map(\.name) + more
        for member in object.members {
            guard names.contains(member.name) else { throw unknown(member.name, of: what, in: names) }
            guard let known = members.first(where: { $0.name == member.name }) else { continue }
            try value(member.value, known.schema(), member.name)
        }
    }

    static func unknown(_ name: String, of what: String, in names: [String]) -> Fault {
        let nearest = Nearness.nearest(to: name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
        return Fault(reason: "\(what) has no member \"\(name.prefix(64))\".\(nearest)")
    }

    /// Checks a value; `null` stands for no value.
    ///
    /// - Parameter path: the members that lead to it.
    static func value(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws(Fault) {
        guard case .object(let schema) = schema else { return }
        // A reference carries its definition. What it refers to without one is not checked.
        if schema["$ref"] != nil {
            if let definition = schema["$definition"] { try self.value(value, definition, path) }
            return
        }
        let choices = values(schema["anyOf"])
        if let first = choices.first {
            for choice in choices where (try? self.value(value, choice, path)) != nil { return }
            return try self.value(value, first, path)
        }
        let types = values(schema["type"]).compactMap(\.string)
        switch value {
        case .null: return
        case .object(let object):
            if Pattern.isPlaceholder(object) { return }
            if !types.isEmpty, !types.contains("object") {
                throw types.contains("array") ? mistyped(path, types) : noPlaceholder(object, path)
            }
            guard case .object(let properties)? = schema["properties"] else { return }
            let names = properties.members.map(\.name)
            for member in object.members {
                guard let known = properties[member.name] else {
                    throw unknown(member.name, of: "\"\(path)\"", in: names)
                }
                try self.value(member.value, known, "\(path).\(member.name)")
            }
        case .array(let values):
            if !types.isEmpty, !types.contains("array") { throw mistyped(path, types) }
            guard let items = schema["items"] else { return }
            for value in values { try self.value(value, items, path) }
        default:
            if !types.isEmpty, !types.contains(where: { fits(value, $0) }) { throw mistyped(path, types) }
            try checkWord(value, schema, path)
        }
    }

    /// The values of an array, or the one value.
    private static func values(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { value.map { [$0] } ?? [] }
    }

    /// What is wrong with an object that should stand for a value.
    private static func noPlaceholder(_ object: JSONObject, _ path: String) -> Fault {
        let wrong = object.members.first { !["matches", "as"].contains($0.name) }?.name ?? ""
        return Fault(
            reason:
                "\"\(wrong.prefix(64))\" is no word of a pattern. Write {\"matches\":…} or {\"as\":…} for \"\(path)\".")
    }

    /// Checks a value that can only be one of some.
    private static func checkWord(_ value: JSONValue, _ schema: JSONObject, _ path: String) throws(Fault) {
        let known = values(schema["enum"] ?? schema["const"])
        if known.isEmpty || known.contains(value) { return }
        let words = known.compactMap(\.string)
        let nearest = value.string.flatMap { Nearness.nearest(to: $0, in: words) }
        let instead =
            nearest.map { "Did you mean \"\($0)\"?" } ?? "It can be \(known.map(\.text).joined(separator: ", "))."
        throw Fault(reason: "\"\(path)\" is never \(String(value.text.prefix(64))). \(instead)")
    }

    private static func fits(_ value: JSONValue, _ type: String) -> Bool {
        switch value {
        case .string: type == "string"
        case .bool: type == "boolean"
        case .integer, .number: type == "integer" || type == "number"
        case .null, .object, .array: false
        }
    }

    private static func mistyped(_ path: String, _ types: [String]) -> Fault {
        let all = types.filter { $0 != "null" }.map { kinds[$0] ?? $0 }.joined(separator: " or ")
        return Fault(reason: "\"\(path)\" takes \(all).")
    }

    private static let kinds = [
        "string": "a string", "boolean": "true or false", "integer": "a number", "number": "a number",
        "array": "an array", "object": "an object",
    ]
}
