import TelexJSON

/// Consecutive messages of one chat, as loaded from the store.
public struct HistoryPage: Hashable, Sendable {
    public var chat: ChatID
    /// Messages, oldest first; in `found`, newest first.
    ///
    /// Sorted by position.
    public var messages: [Message]
    /// How many messages the chat holds.
    public var total: Int
    /// Whether the store has older messages.
    public var hasOlder: Bool
    /// Whether the store has newer messages.
    ///
    /// Set only on pages requested after or around a position.
    public var hasNewer: Bool
    public var deliveredUpTo: Int64
    public var otherReadUpTo: Int64
    /// A gap in a chat's history, with the token to fetch it.
    ///
    /// Here, the one before the first of `messages`; `nil` if nothing is missing, or if the store has older messages.
    public var gap: HistoryGap?
    /// Stored messages that others answer. Only in recordings.
    ///
    /// Here, those that `messages` answer and do not include.
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

extension HistoryPage: WireRecord {
    public static var blank: HistoryPage {
        HistoryPage(chat: "", messages: [], total: 0, hasOlder: false)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messages", &messages)
        try visitor.visit("totalCount", &total)
        try visitor.visit("hasOlder", &hasOlder)
        try visitor.visit("hasNewer", &hasNewer, default: false)
        try visitor.visit("deliveredUpTo", &deliveredUpTo)
        try visitor.visit("otherReadUpTo", &otherReadUpTo)
        try visitor.visit("historyGap", &gap)
        try visitor.visit("answeredMessages", &answered, default: [])
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
    /// Whether the store also has messages before the gap.
    public var isHole: Bool

    public init(position: Int64, token: String, isHole: Bool) {
        self.position = position
        self.token = token
        self.isHole = isHole
    }
}

extension HistoryGap: WireRecord {
    public static var blank: HistoryGap { HistoryGap(position: 0, token: "", isHole: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("position", &position)
        try visitor.visit("token", &token)
        try visitor.visit("isHole", &isHole)
    }
}
