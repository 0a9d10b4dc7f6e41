import TelexCore
import TelexTerminal

/// Messages of the inbox as text for people.
enum InboxText {
    /// Returns a message on a line; further lines of its text are indented.
    static func text(_ message: InboxViewModel.Row) -> String {
        let sender = message.senderName
        let said =
            switch message.kind {
            case .emote: "* \(sender) "
            case .system: "-- \(sender) "
            default: "\(sender): "
            }
        let place = message.title == sender ? "" : "[\(message.title)] "
        let text = FileText.line(message.file?.name, FormattedText(message.text, message.spans ?? []).visible)
        let lines = "\(message.dateText) \(place)\(said)\(text)"
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { HarmlessText.of(String($0)) }.joined(separator: "\n  ")
    }
}
