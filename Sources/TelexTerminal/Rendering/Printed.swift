/// What a change of a view model does to what has been printed.
enum Printed: Sendable {
    case entry(Entry)
    /// What entries say has changed: they are printed anew in their places where they still stand on the screen; of the
    /// others it is told what is new about them.
    case revisions([Revision])
    /// Entries that belong in the place of one that was printed before; `otherwise` is printed where it does not stand on
    /// the screen any more.
    case replacement(EntryID, [Entry], otherwise: [Entry])

    static func line(_ text: StyledText) -> Printed { .entry(Entry(lines: [text])) }
}

/// Tells an entry that may be printed anew from the others.
struct EntryID: Hashable, Sendable {
    let text: String
}

/// Some lines that belong together.
struct Entry: Hashable, Sendable {
    var id: EntryID?
    var lines: [StyledText]
    /// How far the further rows of a line that is broken stand from the margin, in columns.
    var indent = 0
}

/// What is new about an entry.
struct Revision: Hashable, Sendable {
    let entry: Entry
    /// What has become of it.
    let word: String
    /// What it is, in short.
    let text: String
    let isBad: Bool

    /// What is told of entries that cannot be printed anew.
    static func news(_ revisions: [Revision]) -> [StyledText] {
        guard let last = revisions.last else { return [] }
        if revisions.count > 1, !last.isBad, revisions.allSatisfy({ $0.word == last.word }) {
            return [StyledText("       (\(last.word)) \(revisions.count) messages", .dim)]
        }
        return revisions.map { StyledText("       (\($0.word)) \($0.text)", $0.isBad ? .red : .dim) }
    }
}
