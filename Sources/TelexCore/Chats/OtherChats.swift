import TelexJSON

/// The chats that the store has and that are not loaded yet.
public struct OtherChats: Hashable, Sendable {
    public var count: Int
    /// The counts of their unread messages.
    public var unread: UnreadCount
    /// How many more messages are unread in muted chats; missing for none.
    public var muted: Int

    public init(count: Int = 0, unread: UnreadCount = UnreadCount(), muted: Int = 0) {
        self.count = count
        self.unread = unread
        self.muted = muted
    }
}

extension OtherChats: WireRecord {
    public static var blank: OtherChats { OtherChats() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("totalCount", &count)
        try visitor.visit("unread", &unread)
        try visitor.visit("mutedCount", &muted, default: 0)
    }
}
