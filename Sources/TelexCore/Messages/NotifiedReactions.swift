/// The latest reactions that have notified.
struct NotifiedReactions {
    private static let most = 1000

    private struct Entry: Hashable {
        let message: MessageKey
        let reaction: Reaction
    }

    private var entries: Set<Entry> = []

    /// - Returns: whether it has not notified before, as far as is known.
    mutating func insert(_ message: MessageKey, _ reaction: Reaction) -> Bool {
        if entries.count >= Self.most { entries = [] }
        return entries.insert(Entry(message: message, reaction: reaction)).inserted
    }
}
