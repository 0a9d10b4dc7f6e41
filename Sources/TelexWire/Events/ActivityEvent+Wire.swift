import TelexCore
import TelexJSON

extension ActivityEvent: WireCases {
    static var samples: [ActivityEvent] { [.shortened(.blank), .counted(.blank)] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ActivityEvent {
        switch self {
        case .shortened(let chat): try visitor.event("activity.shortened", .inside, Self.shortened, chat)
        case .counted(let counted): try visitor.event("activity.counted", .network, Self.counted, counted)
        }
    }
}

extension ShortenedChat: WireRecord {
    public static var blank: ShortenedChat { ShortenedChat(chat: "", last: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("lastMessage", &last)
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
