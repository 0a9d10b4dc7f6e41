import Foundation
import TelexCore

/// A line as it was typed, and what it means.
package struct TypedLine: Hashable, Sendable {
    package let text: String
    let meaning: Typed

    package init(_ text: String) {
        self.text = text
        meaning = Typed.parse(text)
    }
}

/// What a typed line means.
package enum Typed: Hashable, Sendable {
    case nothing
    case text(String)
    case command(Command, argument: String)
    case unknown(String, nearest: Command?)

    var isText: Bool { if case .text = self { true } else { false } }

    /// The line that sends a message again.
    static func line(for row: Shown<MessagesViewModel.Row>) -> String {
        let text = FormattedText(row.text, row.spans ?? []).markdown
        if row.kind == .emote { return "/\(Command.me.name) \(text)" }
        return text.hasPrefix("/") ? "/\(text)" : text
    }

    /// Parses a line. `/` begins a command, `//` a text that begins with a slash.
    static func parse(_ line: String) -> Typed {
        if line.allSatisfy(\.isWhitespace) { return .nothing }
        guard line.hasPrefix("/") else { return .text(line) }
        if line.hasPrefix("//") { return .text(String(line.dropFirst())) }
        let words = line.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let name = words[0].trimmingCharacters(in: .whitespaces).lowercased()
        let argument = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
        if let command = Command.named(name) { return .command(command, argument: argument) }
        return .unknown(name, nearest: .nearest(to: name))
    }
}
