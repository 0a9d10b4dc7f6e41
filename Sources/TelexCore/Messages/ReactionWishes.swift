/// What we have asked of the server about our reactions since it last answered, so that a wish which takes the one before it
/// back is not taken for one that changes nothing.
struct ReactionWishes: Hashable {
    struct Wish: Hashable {
        let isAdding: Bool
        /// The key of the reaction, as the server gets it.
        let text: String
    }

    /// The last wish for each reaction to a message, by its plain key.
    private var wishes: [MessageKey: [String: Wish]] = [:]

    subscript(message: MessageKey, plain: String) -> Wish? { wishes[message]?[plain] }

    mutating func note(_ isAdding: Bool, _ text: String, _ message: MessageKey, _ plain: String) {
        wishes[message, default: [:]][plain] = Wish(isAdding: isAdding, text: text)
    }

    /// Forgets the wishes that have come true.
    ///
    /// - Parameter reactions: all reactions to the message.
    mutating func settle(_ message: MessageKey, as reactions: some Sequence<Reaction>) {
        guard let noted = wishes[message] else { return }
        let own = Set(reactions.lazy.filter(\.isOwn).map { Reaction.plain($0.key) })
        let left = noted.filter { plain, wish in own.contains(plain) != wish.isAdding }
        wishes[message] = left.isEmpty ? nil : left
    }

    /// Forgets the wishes for a message, because one has failed.
    mutating func settle(_ message: MessageKey) { wishes[message] = nil }
}
