import TelexCore
import TelexJSON

/// What stands in a pattern for a value: `{"matches":EXPRESSION}`, `{"as":NAME}`, or both.
struct Placeholder {
    /// Why an object is no placeholder.
    struct Fault: Error { let reason: String }

    /// The regular expression that the value, a string, has to match.
    let expression: String?
    /// The name of the value; of the first group of the expression, if there is one.
    let name: String?

    init(_ object: JSONObject) throws(Fault) {
        expression = object["matches"]?.string
        name = object["as"]?.string
        if object["matches"] != nil, expression == nil { throw Fault(reason: "\"matches\" takes a string.") }
        if object["as"] != nil, name?.isEmpty != false { throw Fault(reason: "\"as\" takes a name, a string.") }
        if let expression, (try? Regex(expression)) == nil {
            throw Fault(
                reason: "\"\(expression)\" is not a regular expression. Put a \\ before each of ()[]{}?*+.^$| that is "
                    + "meant as it is.")
        }
    }

    /// What the name stands for, if the placeholder matches a value; `nil` if it does not.
    func found(in value: JSONValue?) -> JSONValue? {
        guard let expression else { return value }
        guard let text = value?.string, let regex = try? Regex(expression), let match = try? regex.firstMatch(in: text)
        else { return nil }
        if match.count > 1, let group = match[1].substring { return .string(String(group)) }
        return value
    }
}

extension JSONValue {
    /// The names in it that stand for values.
    package var names: [String] {
        switch self {
        case .object(let object):
            if Pattern.isPlaceholder(object) { return object["as"]?.string.map { [$0] } ?? [] }
            return object.members.flatMap(\.value.names)
        case .array(let values): return values.flatMap(\.names)
        default: return []
        }
    }
}

/// Compares values with patterns. An object in a pattern names some of the members, and an array all of the values.
public enum Pattern {
    /// A difference between a pattern and a value.
    public struct Difference: Hashable, Sendable {
        /// The members that lead to it, such as `messages[0].text`.
        public let path: String
        public let expected: JSONValue
        /// `nil` if there is no value.
        public let actual: JSONValue?
    }

    /// Whether an object stands for a value.
    static func isPlaceholder(_ object: JSONObject) -> Bool {
        !object.members.isEmpty && object.members.allSatisfy { $0.name == "matches" || $0.name == "as" }
    }

    /// Replaces each name by its value; names without a value, and expressions, stay.
    ///
    /// - Parameter value: the value of a name.
    static func filled(_ pattern: JSONValue, _ value: (String) -> JSONValue?) -> JSONValue {
        switch pattern {
        case .object(let object):
            if isPlaceholder(object) { return object["as"]?.string.flatMap(value) ?? pattern }
            var filled = JSONObject()
            for member in object.members { filled.append(member.name, Self.filled(member.value, value)) }
            return .object(filled)
        case .array(let values): return .array(values.map { filled($0, value) })
        default: return pattern
        }
    }

    /// Returns the differences between a pattern and a value.
    ///
    /// - Parameter names: the values of the names so far. Those that the pattern names for the first time are added.
    public static func differences(
        _ pattern: JSONValue, _ value: JSONValue?, _ names: inout [String: JSONValue], at path: String = ""
    ) -> [Difference] {
        func differs() -> [Difference] { [Difference(path: path, expected: pattern, actual: value)] }
        switch (pattern, value) {
        case (.object(let object), _) where isPlaceholder(object):
            guard let placeholder = try? Placeholder(object), let found = placeholder.found(in: value) else {
                return differs()
            }
            guard let name = placeholder.name else { return [] }
            if let known = names[name] { return isSame(known, found) ? [] : differs() }
            names[name] = found
            return []
        case (.object(let object), .object(let actual)?):
            var all: [Difference] = []
            for member in object.members {
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                all += differences(member.value, actual[member.name], &names, at: inner)
            }
            return all
        case (.array(let patterns), .array(let values)?) where patterns.count == values.count:
            var all: [Difference] = []
            for (place, pattern) in patterns.enumerated() {
                all += differences(pattern, values[place], &names, at: "\(path)[\(place)]")
            }
            return all
        // A member without a value is not written.
        case (.null, nil): return []
        default: return value.map { isSame(pattern, $0) } == true ? [] : differs()
        }
    }

    /// Whether two values are the same, byte by byte; numbers, if they are equal.
    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.integer, .number), (.number, .integer), (.number, .number): Double(one.text) == Double(other.text)
        default: one.bytes == other.bytes
        }
    }

    /// Returns a pattern of the same form that the value matches. What matches already stays as it is, and a name stays where
    /// it gets its value.
    ///
    /// - Parameter names: the values of the names so far.
    static func updated(_ pattern: JSONValue, to value: JSONValue, _ names: inout [String: JSONValue]) -> JSONValue {
        var tried = names
        if differences(filled(pattern) { names[$0] }, value, &tried).isEmpty {
            names = tried
            return pattern
        }
        switch (pattern, value) {
        case (.object(let object), .object(let actual)) where !isPlaceholder(object):
            var new = JSONObject()
            for member in object.members {
                guard let value = actual[member.name] else { continue }
                new.append(member.name, updated(member.value, to: value, &names))
            }
            return .object(new)
        case (.array(let patterns), .array(let values)):
            // A row that is new has the members that the others name.
            let like = patterns.last ?? .null
            return .array(
                values.enumerated().map { place, value in
                    place < patterns.count
                        ? updated(patterns[place], to: value, &names) : trimmed(value, as: like)
                })
        case (.object(let object), _):
            guard let name = object["as"]?.string, names[name] == nil else { return value }
            names[name] = value
            guard let text = value.string else { return ["as": .string(name)] }
            return ["matches": .string(expression(of: text)), "as": .string(name)]
        default: return value
        }
    }

    /// The regular expression that matches only this text.
    private static func expression(of text: String) -> String {
        "^" + text.reduce(into: "") { $0 += "\\()[]{}?*+.^$|".contains($1) ? "\\\($1)" : String($1) } + "$"
    }

    /// Returns the members of a value that a pattern names.
    private static func trimmed(_ value: JSONValue, as pattern: JSONValue) -> JSONValue {
        guard case .object(let names) = pattern, !isPlaceholder(names), case .object(let object) = value else {
            return value
        }
        var trimmed = JSONObject()
        for member in names.members {
            if let value = object[member.name] { trimmed.append(member.name, Self.trimmed(value, as: member.value)) }
        }
        return .object(trimmed)
    }
}
