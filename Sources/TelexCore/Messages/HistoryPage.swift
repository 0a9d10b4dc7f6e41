/// Consecutive messages of one chat, as loaded from the store.
public struct HistoryPage: Hashable, Sendable {
    public var chat: ChatID
    /// Sorted by position.
    public var messages: [Message]
    /// How many messages the chat holds.
    public var total: Int
    /// Whether the store has messages before the first of these.
    public var hasOlder: Bool
    /// Whether the store has messages after the last of these; set only on pages requested after
    /// or around a position.
    public var hasNewer: Bool
    /// The positions up to which the other party has received and read our messages.
    public var deliveredUpTo: Int64
    public var otherReadUpTo: Int64
    /// The gap before the first of these; `nil` if nothing is missing, or if the store has older messages.
    public var gap: HistoryGap?
    /// The stored messages that these answer, if they are not among these.
    public var answered: [AnsweredMessage]

    public init(
        chat: ChatID, messages: [Message], total: Int, hasOlder: Bool, hasNewer: Bool = false,
        deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0, gap: HistoryGap? = nil,
        answered: [AnsweredMessage] = []
    ) {
        self.chat = chat
        self.messages = messages
        self.total = total
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        self.deliveredUpTo = deliveredUpTo
        self.otherReadUpTo = otherReadUpTo
        self.gap = gap
        self.answered = answered
    }
}

/// A position in a chat before which messages are missing that the server has.
public struct HistoryGap: Hashable, Sendable {
    /// How many positions a gap reserves for the missing messages.
    static let room: Int64 = 1 << 20

    /// The position of the first message after the gap.
    public var position: Int64
    /// The backend's token for requesting the missing messages.
    public var token: String
    /// Whether the store has messages before the gap.
    public var isHole: Bool

    public init(position: Int64, token: String, isHole: Bool) {
        self.position = position
        self.token = token
        self.isHole = isHole
    }
}
