/// What the terminal prints for a change of a view model.
enum Printed: Sendable {
    case entry(Entry)
    /// Changed entries. Those that are still on the screen are reprinted in place; for the others, a line reports the
    /// change.
    case revisions([Revision])
    /// Entries that replace a printed one. `otherwise` is printed if that one is no longer on the screen.
    case replacement(EntryID, [Entry], otherwise: [Entry])

    static func line(_ text: StyledText) -> Printed { .entry(Entry(lines: [text])) }
}

/// Identifies an entry that may be reprinted.
struct EntryID: Hashable, Sendable {
    let text: String
}

/// Lines that belong together.
struct Entry: Hashable, Sendable {
    var id: EntryID?
    var lines: [StyledText]
    /// The indentation of a wrapped line's further rows, in columns.
    var indent = 0
}

/// A change of a printed entry.
struct Revision: Hashable, Sendable {
    let entry: Entry
    /// The word for the change, such as "edited"; empty for a change that is only shown in place.
    let word: String
    /// An excerpt of the entry's text.
    let text: String
    let isBad: Bool

    /// The lines that report changes of entries that cannot be reprinted.
    static func news(_ revisions: [Revision]) -> [StyledText] {
        let revisions = revisions.filter { !$0.word.isEmpty }
        guard let last = revisions.last else { return [] }
        if revisions.count > 1, !last.isBad, revisions.allSatisfy({ $0.word == last.word }) {
            return [StyledText("       (\(last.word)) \(revisions.count) messages", .secondary)]
        }
        return revisions.map { StyledText("       (\($0.word)) \($0.text)", $0.isBad ? .error : .secondary) }
    }
}
