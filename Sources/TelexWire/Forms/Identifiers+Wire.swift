import TelexCore
import TelexJSON

extension Identifier: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1] }
    public static var kind: String { "a string that is not empty" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Identifier {
        guard case .string(let text) = value, let id = Identifier(text).readable else { throw mismatch(value) }
        return id
    }
    public var readable: Identifier? { text.isEmpty ? nil : self }
}

/// A place in the inbox: `start`, or a string that clients hand back unchanged and never parse.
extension InboxCursor: WireValue {
    public static var schema: JSONValue { ["type": "string", "pattern": #"^(start|[^.]+\.[0-9]+)$"#] }
    public static var kind: String { "the cursor of a page of the inbox, or \"start\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> InboxCursor {
        guard case .string(let text) = value, let cursor = InboxCursor(text) else { throw mismatch(value) }
        return cursor
    }
    public var readable: InboxCursor? { InboxCursor(text) }
}

/// How times are shown, as a subset of strftime(3).
extension TimeFormat: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 32] }
    public static var kind: String { "a format of times, such as \"%H:%M\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> TimeFormat {
        guard case .string(let text) = value, let format = TimeFormat(text) else { throw mismatch(value) }
        return format
    }
}

/// The name of a window. The main window has none, and is never written.
extension WindowID: WireValue {
    /// The maximum length of a name in code points, as JSON Schema counts them.
    static let longestName = 64

    public static var schema: JSONValue {
        ["type": "string", "minLength": 1, "maxLength": .integer(Int64(longestName))]
    }
    public static var kind: String { "a string of 1 to \(longestName) characters" }
    public func write(to writer: inout JSONWriter) { writer.write(name ?? "") }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> WindowID {
        guard case .string(let text) = value, (1...longestName).contains(text.unicodeScalars.count) else {
            throw mismatch(value)
        }
        return WindowID(text)
    }
}
