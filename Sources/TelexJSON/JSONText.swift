/// Formats JSON for people to read.
package enum JSONText {
    /// Returns the value on several lines, indented by two spaces for each level.
    package static func indented(_ value: JSONValue) -> String { indented(value, "") + "\n" }

    private static func indented(_ value: JSONValue, _ margin: String) -> String {
        let inner = margin + "  "
        switch value {
        case .object(let object) where !object.members.isEmpty:
            let members = object.members.map {
                "\(inner)\(JSONValue.string($0.name).text): \(indented($0.value, inner))"
            }
            return "{\n\(members.joined(separator: ",\n"))\n\(margin)}"
        case .array(let values) where values.contains(where: isLong):
            return "[\n\(values.map { inner + indented($0, inner) }.joined(separator: ",\n"))\n\(margin)]"
        default: return value.text
        }
    }

    private static func isLong(_ value: JSONValue) -> Bool {
        switch value {
        case .object, .array: true
        default: false
        }
    }
}
