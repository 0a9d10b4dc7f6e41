/// What the terminal prints for a change of a view model.
enum Printed: Hashable, Sendable {
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
    /// What has changed; `nil` for a change that is only shown in place.
    let news: News?

    /// What is said of a change to an entry that cannot be reprinted.
    enum News: Hashable, Sendable {
        /// A sentence.
        case sentence(StyledText)
        /// How far one of our messages has come: the message, and the word for it.
        case progress(message: String, word: String)
    }

    /// The lines that report changes of entries that cannot be reprinted.
    ///
    /// - Parameter hasProgress: whether they tell how far our messages have come.
    static func news(_ revisions: [Revision], hasProgress: Bool) -> [StyledText] {
        var lines: [StyledText] = []
        var words: [(word: String, messages: [String])] = []
        for news in revisions.compactMap(\.news) {
            switch news {
            case .sentence(let sentence): lines.append(StyledText(margin) + sentence)
            case .progress(let message, let word):
                if words.last?.word != word { words.append((word, [])) }
                words[words.count - 1].messages.append(message)
            }
        }
        let progress = words.map { word, messages in
            let what =
                messages.count > 1 ? "\(messages.count) of your messages were" : "Your message \(messages[0]) was"
            return StyledText("\(margin)\(what) \(word).", .secondary)
        }
        return lines + (hasProgress ? progress : [])
    }

    /// As wide as the time before a message, so that no name at the beginning can pass for one.
    private static let margin = String(repeating: " ", count: 7)
}
