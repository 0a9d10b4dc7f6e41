/// Messages in the order in which they came into the store, from all chats.
public struct InboxPage: Hashable, Sendable {
    /// Behind the last of them.
    public var cursor: InboxCursor
    public var messages: [Message]
    /// Whether the store has more after these.
    public var hasMore: Bool
    /// Whether the store cannot go on where it was asked to; then the page is where it goes on.
    public var isAfterGap: Bool

    public init(cursor: InboxCursor, messages: [Message] = [], hasMore: Bool = false, isAfterGap: Bool = false) {
        self.cursor = cursor
        self.messages = messages
        self.hasMore = hasMore
        self.isAfterGap = isAfterGap
    }
}

/// A place in the order in which messages came into a store.
public struct InboxCursor: Hashable, Sendable {
    /// Which store.
    public let store: String
    /// The number of the last message before the place.
    public let arrival: Int64

    public init(store: String, arrival: Int64) {
        self.store = store
        self.arrival = arrival
    }

    /// - Parameter text: what `text` has said of a cursor.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].first?.isNumber == true, let arrival = Int64(parts[1])
        else { return nil }
        self.init(store: String(parts[0]), arrival: arrival)
    }

    public var text: String { "\(store).\(arrival)" }
}
