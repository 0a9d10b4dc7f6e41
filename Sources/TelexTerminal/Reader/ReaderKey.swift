/// What a key does in the reader.
enum ReaderKey: Hashable, CaseIterable {
    case up, down, pageUp, pageDown, beginning, end
    case firstUnread, mention, answered
    case searchNewer, searchOlder, nextMatch, previousMatch
    case reply, edit, react, delete, copy, copyCode, open, save
    case help, leave

    /// The keys, as help shows them.
    var names: String {
        switch self {
        case .up: "↑ k"
        case .down: "↓ j"
        case .pageUp: "PgUp b"
        case .pageDown: "PgDn space f"
        case .beginning: "Home g"
        case .end: "End G"
        case .firstUnread: "u"
        case .mention: "@"
        case .answered: "t"
        case .searchNewer: "/"
        case .searchOlder: "?"
        case .nextMatch: "n"
        case .previousMatch: "N"
        case .reply: "r"
        case .edit: "e"
        case .react: "+"
        case .delete: "d"
        case .copy: "y"
        case .copyCode: "Y"
        case .open: "o"
        case .save: "s"
        case .help: "h"
        case .leave: "q Esc Enter"
        }
    }

    /// What it does, for help.
    var effect: String {
        switch self {
        case .up: "the message before"
        case .down: "the message after"
        case .pageUp: "a screen back"
        case .pageDown: "a screen forward"
        case .beginning: "the beginning of the chat, as far as it is stored here"
        case .end: "the end of the chat"
        case .firstUnread: "the first message that was unread when the chat was opened"
        case .mention: "the message before that mentions you"
        case .answered: "the message that this one answers"
        case .searchNewer: "search the chat from here on"
        case .searchOlder: "search the chat back from here"
        case .nextMatch: "the next message found"
        case .previousMatch: "the one found before"
        case .reply: "answer the message"
        case .edit: "edit the message, if it is yours"
        case .react: "react to the message; the same again takes that back"
        case .delete: "delete the message, if it is yours: d again deletes it, and once more within 10 seconds keeps it"
        case .copy: "copy the text of the message (OSC 52)"
        case .copyCode: "copy its first piece of code"
        case .open: "open its file, or else its first link"
        case .save: "save its file"
        case .help: "these keys"
        case .leave: "back to the prompt"
        }
    }

    /// Whether it is about the message under the cursor.
    var isAboutMessage: Bool {
        [.answered, .reply, .edit, .react, .delete, .copy, .copyCode, .open, .save].contains(self)
    }

    /// The meaning of a key of the terminal; `nil` if it has none here.
    init?(_ key: Key) {
        switch key {
        case .named(let named, _):
            switch named {
            case .up: self = .up
            case .down: self = .down
            case .pageUp: self = .pageUp
            case .pageDown: self = .pageDown
            case .home: self = .beginning
            case .end: self = .end
            case .right, .left, .delete, .wordRight, .wordLeft, .newLine: return nil
            }
        case .character(let scalar):
            guard let key = Self.characters[scalar] else { return nil }
            self = key
        case .paste, .garbage: return nil
        }
    }

    private static let characters: [Unicode.Scalar: ReaderKey] = [
        "k": .up, "\u{10}": .up, "j": .down, "\u{0E}": .down, "b": .pageUp, "\u{02}": .pageUp, " ": .pageDown,
        "f": .pageDown, "\u{06}": .pageDown, "g": .beginning, "G": .end, "u": .firstUnread, "@": .mention,
        "t": .answered, "r": .reply, "e": .edit, "+": .react, "d": .delete, "y": .copy, "Y": .copyCode, "o": .open,
        "s": .save,
        "/": .searchNewer, "?": .searchOlder, "n": .nextMatch, "N": .previousMatch, "h": .help, "q": .leave,
        "\u{1B}": .leave, "\r": .leave, "\n": .leave, "\u{03}": .leave,
    ]

    /// A page of the keys and what they do, below a heading.
    static func help(_ page: Int, height: Int) -> [StyledText] {
        let isLast = (page + 1) * height >= allCases.count
        let width = allCases.map { $0.names.count }.max() ?? 0
        return [StyledText("Keys of the reader" + (isLast ? "" : "; h shows more"), .heading)]
            + allCases.dropFirst(page * height).prefix(height).map {
                StyledText(Columns.left($0.names, width) + "  ", .command) + StyledText($0.effect)
            }
    }
}
