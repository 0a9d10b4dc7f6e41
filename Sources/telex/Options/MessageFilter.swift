import ArgumentParser
import TelexCompletion
import TelexCore
import TelexStorage
import TelexWire

/// The options that choose messages of the inbox.
struct MessageFilter: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only messages of this chat: its id, or the beginning of its title.", valueName: "chat"),
        completion: .names { words, _ in Completions.chats(words) })
    var chat: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only messages from this person: the id, or the whole name, which anybody can choose.", valueName: "person"),
        completion: .names { words, _ in Completions.people(words) })
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Only messages whose text matches this regular expression; (?i) at its beginning ignores case.",
            valueName: "expression"))
    var match: String?

    @Option(
        help: ArgumentHelp(
            "Begin after this cursor, taken from a message; start: with the first message of all. Default: new messages only.",
            valueName: "cursor"),
        transform: InboxCursor.parse)
    var since: InboxCursor?

    func validate() throws {
        if let match, (try? Regex(match)) == nil {
            throw ValidationError(
                "\"\(match)\" is not a regular expression. Put a \\ before each of ()[]{}?*+.^$| that is meant as it is."
            )
        }
    }

    /// Whether a message is among those chosen, apart from its chat.
    func chooses(_ message: InboxViewModel.Row) -> Bool {
        if let from, !message.isFrom(from) { return false }
        guard let match, let expression = try? Regex(match) else { return true }
        return message.text.contains(expression)
    }
}

extension InboxViewModel.Row {
    /// Whether somebody else wrote the message, and it is still there.
    var isFromOthers: Bool { !isOwn && kind != .system && kind != .deleted }
}

extension InboxCursor {
    /// Reads an argument.
    @Sendable static func parse(_ text: String) throws -> InboxCursor {
        guard let cursor = InboxCursor(text) else {
            throw ValidationError(
                "\"\(text)\" is not a cursor. Use the \"cursor\" of an inbox line or of a message, or \"start\".")
        }
        return cursor
    }
}
