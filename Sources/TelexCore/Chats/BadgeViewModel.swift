import TelexJSON

/// The number of unread messages in all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    /// How many are unread, apart from muted ones.
    public internal(set) var unreadCount: Int
    /// How many of them mention us.
    public internal(set) var mentionCount: Int
    /// How many more are unread in muted chats.
    public internal(set) var mutedCount = 0

    public static let blank = BadgeViewModel(unreadCount: 0, mentionCount: 0)
}

extension BadgeViewModel: WireViewModel {
    public static let meaning = "How many messages are unread, over all chats."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit("mentionCount", &mentionCount)
        try visitor.visit("mutedCount", &mutedCount, default: 0)
    }
}
