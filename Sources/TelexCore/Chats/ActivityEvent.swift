import TelexJSON

/// Corrections of what the chat list shows of a chat, by the store and the server.
public enum ActivityEvent: Hashable, Sendable {
    /// The store has removed a message of ours that was not sent.
    case shortened(ShortenedChat)
    /// The server's count of unread messages in a chat, including those not in the store.
    case counted(CountedChat)
}

extension ActivityEvent: WireCases {
    package static var samples: [ActivityEvent] { [.shortened(.blank), .counted(.blank)] }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ActivityEvent {
        switch self {
        case .shortened(let chat): try visitor.event("activity.shortened", .inside, Self.shortened, chat)
        case .counted(let counted): try visitor.event("activity.counted", .network, Self.counted, counted)
        }
    }
}

/// The end of a chat that has lost a message.
public struct ShortenedChat: Hashable, Sendable {
    public var chat: ChatID
    /// The last message of a chat; missing if there is none.
    public var last: Chat.LastMessage?

    public init(chat: ChatID, last: Chat.LastMessage?) {
        self.chat = chat
        self.last = last
    }
}

extension ShortenedChat: WireRecord {
    public static var blank: ShortenedChat { ShortenedChat(chat: "", last: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("lastMessage", &last)
    }
}

/// A server's count of what is unread in a chat.
public struct CountedChat: Hashable, Sendable {
    public var chat: ChatID
    public var unread: UnreadCount

    public init(chat: ChatID, unread: UnreadCount) {
        self.chat = chat
        self.unread = unread
    }
}

extension CountedChat: WireRecord {
    public static var blank: CountedChat { CountedChat(chat: "", unread: UnreadCount()) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("unreadCount", &unread.messages)
        try visitor.visit("mentionCount", &unread.mentions, default: 0)
    }
}
