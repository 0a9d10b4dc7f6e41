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
