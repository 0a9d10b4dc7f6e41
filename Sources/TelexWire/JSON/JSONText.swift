/// Formats JSON for people to read.
enum JSONText {
    /// Returns the value on several lines, indented by two spaces for each level.
    static func indented(_ value: JSONValue) -> String { indented(value, "") + "\n" }

    private static func indented(_ value: JSONValue, _ margin: String) -> String {
        let inner = margin + "  "
        switch value {
        case .object(let object) where !object.members.isEmpty:
            let members = object.members.map { "\(inner)\(line(.string($0.name))): \(indented($0.value, inner))" }
            return "{\n\(members.joined(separator: ",\n"))\n\(margin)}"
        case .array(let values) where values.contains(where: isLong):
            return "[\n\(values.map { inner + indented($0, inner) }.joined(separator: ",\n"))\n\(margin)]"
        default: return line(value)
        }
    }

    private static func isLong(_ value: JSONValue) -> Bool {
        switch value {
        case .object, .array: true
        default: false
        }
    }

    private static func line(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
