/// The chats that the store has and that are not loaded yet.
public struct OtherChats: Hashable, Sendable {
    public var count: Int
    public var unread: UnreadCount

    public init(count: Int = 0, unread: UnreadCount = UnreadCount()) {
        self.count = count
        self.unread = unread
    }
}
