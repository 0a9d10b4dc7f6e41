/// Messages of all chats, in the order in which they were stored.
public struct InboxPage: Hashable, Sendable {
    /// A position in the inbox: after the messages of its line, or after this message.
    ///
    /// Here, after the last message.
    public var cursor: InboxCursor
    public var messages: [InboxMessage]
    /// Whether the store has more messages after these.
    public var hasMore: Bool
    /// Whether the store does not know the cursor to resume from.
    ///
    /// The page then starts where it can.
    public var isAfterGap: Bool

    public init(cursor: InboxCursor, messages: [InboxMessage] = [], hasMore: Bool = false, isAfterGap: Bool = false) {
        self.cursor = cursor
        self.messages = messages
        self.hasMore = hasMore
        self.isAfterGap = isAfterGap
    }
}

/// A message, and its place in the order in which messages were stored.
public struct InboxMessage: Hashable, Sendable {
    /// The position after the message.
    public var cursor: InboxCursor
    public var message: Message

    public init(cursor: InboxCursor, message: Message) {
        self.cursor = cursor
        self.message = message
    }
}

/// A position in the order in which messages were stored.
public struct InboxCursor: Hashable, Sendable {
    /// The id of the store.
    public let store: String
    /// The number of the last message before the position.
    public let arrival: Int64

    /// The position before the first message, in any store.
    public static let start = InboxCursor(store: "", arrival: 0)

    public init(store: String, arrival: Int64) {
        self.store = store
        self.arrival = arrival
    }

    /// - Parameter text: the `text` of a cursor; anything else yields `nil`.
    public init?(_ text: String) {
        if text == Self.start.text {
            self = .start
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].first?.isNumber == true, let arrival = Int64(parts[1])
        else { return nil }
        self.init(store: String(parts[0]), arrival: arrival)
    }

    public var text: String { self == .start ? "start" : "\(store).\(arrival)" }
}
