/// A run of messages of one chat, as the store hands it out.
public struct HistoryPage: Hashable, Sendable {
    public var chat: ChatID
    /// In the order of their positions.
    public var messages: [Message]
    /// How many messages the chat holds.
    public var total: Int
    /// Whether there are messages before the first of these.
    public var hasOlder: Bool
    /// Whether there are messages after the last of these; only of a page that was asked for after a place.
    public var hasNewer: Bool
    /// The marks of the chat: up to where the other has received, and read, our messages.
    public var deliveredUpTo: Int64
    public var otherReadUpTo: Int64
    /// What is missing before the first of these; `nil` when nothing is, or when there are older ones here.
    public var gap: HistoryGap?

    public init(
        chat: ChatID, messages: [Message], total: Int, hasOlder: Bool, hasNewer: Bool = false,
        deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0, gap: HistoryGap? = nil
    ) {
        self.chat = chat
        self.messages = messages
        self.total = total
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        self.deliveredUpTo = deliveredUpTo
        self.otherReadUpTo = otherReadUpTo
        self.gap = gap
    }
}

/// A place in a chat before which messages are missing here that the server has.
public struct HistoryGap: Hashable, Sendable {
    /// How many places are left free before a message that comes after a gap, for what is missing.
    static let room: Int64 = 1 << 20

    /// The place of the first message after it.
    public var position: Int64
    /// What the server is asked with for what is missing.
    public var token: String
    /// Whether messages that stand before it are here.
    public var isHole: Bool

    public init(position: Int64, token: String, isHole: Bool) {
        self.position = position
        self.token = token
        self.isHole = isHole
    }
}
