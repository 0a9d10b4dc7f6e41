import Foundation
import TelexCore

/// A line as it was typed: what it says and means, where it was typed, and what was on the screen when it began.
package struct TypedLine: Hashable, Sendable {
    /// What a terminal has told of the line, or taken, as the draft of its chat.
    struct Draft: Hashable, Sendable {
        var text: String
        /// Whether it was typed elsewhere, and is the line as it was taken.
        var isCopy: Bool
    }

    package let text: String
    let meaning: Typed
    /// The screen on which it was typed; `nil` if that is what is open once the lines before it are executed.
    let place: Screen?
    /// What the line means; `nil` if that is what is on the screen once the lines before it are executed.
    let seen: SeenScreen?
    let draft: Draft?

    package init(_ text: String) { self.init(text, place: nil) }

    init(_ text: String, place: Screen?, seen: SeenScreen? = nil, draft: Draft? = nil) {
        self.text = text
        self.place = place
        self.seen = seen
        self.draft = draft
        meaning = Typed.parse(text)
    }

    /// Whether the reader takes the next keys.
    var opensReader: Bool {
        if case .command(let command, _) = meaning { [.read, .unread].contains(command) } else { false }
    }

    /// Whether another terminal has sent the line, which it had as the draft of the chat.
    func wasSent(_ chat: MessagesViewModel) -> Bool {
        guard let draft, draft.text == text, chat.draftText != text else { return false }
        return draft.isCopy || chat.draftText == nil && chat.lastOwnLine == text
    }
}

/// What a typed line means.
package enum Typed: Hashable, Sendable {
    case nothing
    case text(String)
    case command(Command, argument: String)
    case unknown(String, nearest: Command?)

    /// Whether the lines after it may be for a chat that it opens. An unknown command may be meant to open one.
    var mayOpenChat: Bool {
        switch self {
        case .command(let command, _): command.mayOpenChat
        case .unknown: true
        case .nothing, .text: false
        }
    }

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
