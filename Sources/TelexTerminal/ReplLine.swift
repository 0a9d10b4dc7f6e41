import TelexCore

/// An input of the REPL.
package enum ReplLine: Hashable, Sendable {
    case text(TypedLine, number: Int)
    /// A command that a key stands for. It is not echoed. `seen` is what it means; `nil` if that is what is on the screen
    /// once it is executed.
    case press(Typed, seen: SeenScreen? = nil)
    /// The same, but it leaves the line as it is.
    case scroll(Typed)
    /// What is typed in a chat and not sent; empty if it is gone.
    case draft(String, in: ChatID)
    /// A line of the JSON protocol from a connected program; `nil` if it was too long.
    case wire([UInt8], number: Int)
    /// Tab was pressed after the beginning of a name. The completions should soon include the people who match.
    case lookUp(String)
    /// An `@` was typed: who can be mentioned in the open chat?
    case people
    /// The user is typing a message in the chat; repeated every few seconds.
    case typing(in: ChatID)
    /// An action of the chat in the reader.
    case reader(Event)
    /// The user looks at the screen again.
    case present
    /// The user does not look at the screen.
    case absent
    /// The person has left the reader.
    case readerLeft
    /// The screen was cleared and is to be painted anew.
    case repaint
    /// Ctrl-C was pressed where the terminal edits lines itself.
    case discarded
    case tooLong
    case notUTF8

    /// What a typed line, or a key that stands for a command, means; `nil` for any other input.
    var typed: Typed? {
        switch self {
        case .text(let line, _): line.meaning
        case .press(let typed, _), .scroll(let typed): typed
        default: nil
        }
    }

    /// Whether it only sends or keeps a text in a chat that is known, which would be lost if nobody executed it.
    package var keepsText: Bool {
        switch self {
        case .draft: true
        case .text(let line, _): line.meaning.isText && line.place?.chat != nil
        default: false
        }
    }

    /// The maximum length of a line in bytes.
    package static let longestLine = 1_048_576

    /// - Parameter bytes: the line without its end, or only its beginning if it is too long.
    package static func decode(_ bytes: ArraySlice<UInt8>, number: Int) -> ReplLine {
        if bytes.count > longestLine { return .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        return .text(TypedLine(text.hasSuffix("\r") ? String(text.dropLast()) : text), number: number)
    }
}
