import Foundation
import TelexCore

/// Messages as lines of a log, for programs that search or compare lines: one for each message, whatever is in it, and the
/// same whenever it is written.
package enum LogText {
    /// The line of a row of a chat.
    package static func line(_ row: MessagesViewModel.Row, _ region: Region) -> String {
        line(
            date: row.date, sender: row.senderName, kind: row.kind, file: row.file?.name, text: row.text, row.spans,
            region)
    }

    /// The line of a message that was found.
    package static func line(_ row: FoundViewModel.Row, _ region: Region, isOnServer: Bool = false) -> String {
        let chat = isOnServer ? "\(row.title) (on the server)" : row.title
        return line(
            date: row.date, chat: chat, sender: Self.sender(row.senderName, isIgnored: row.isIgnored), kind: row.kind,
            text: row.text, row.spans, region)
    }

    /// The name of who wrote a message, marked if we ignore the person.
    package static func sender(_ name: String, isIgnored: Bool) -> String { isIgnored ? "\(name) (ignored)" : name }

    /// - Parameters:
    ///   - chat: the title of the chat; `nil` to leave it out.
    ///   - file: the name of the file that the message brings, unless the text has it.
    package static func line(
        date: Date, chat: String? = nil, sender: String, kind: MessageKind, file: String? = nil, text: String,
        _ spans: [TextSpan]?,
        _ region: Region
    ) -> String {
        let text = FileText.line(file, FormattedText(text, spans ?? []).visible)
        let said =
            switch kind {
            case .text, .notice, .file, .unshowable: "\(sender): \(text)"
            case .emote, .system: "* \(sender) \(text)"
            case .deleted: "\(sender): (\(text))"
            }
        let place = chat.map { "\($0)  " } ?? ""
        return "\(DateText.stable(date, region))  \(oneLine(place + said))\n"
    }

    /// The text without anything that a terminal would execute, on one line.
    private static func oneLine(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { HarmlessText.of(String($0)) }.joined(separator: " ⏎ ")
    }
}
