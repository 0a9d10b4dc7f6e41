import TelexCore
import TelexJSON
import TelexTerminal
import TelexWire

/// Messages of the inbox as text for people.
enum InboxText {
    /// Returns a message on a line; further lines of its text are indented.
    ///
    /// - Parameter message: a row of the inbox.
    static func text(_ message: JSONValue) -> String {
        func member(_ name: String) -> String { message[name]?.string ?? "" }
        let sender = member("senderName")
        let said =
            switch member("kind") {
            case "emote": "* \(sender) "
            case "system": "-- \(sender) "
            default: "\(sender): "
            }
        let place = member("title") == sender ? "" : "[\(member("title"))] "
        let spans = message["spans"].flatMap { try? [TextSpan].read($0) } ?? []
        let text = FormattedText(member("text"), spans).visible
        let lines = "\(member("dateText")) \(place)\(said)\(text)"
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { HarmlessText.of(String($0)) }.joined(separator: "\n  ")
    }
}
