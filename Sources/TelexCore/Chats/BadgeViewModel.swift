/// How many messages are unread, over all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    public let unreadCount: Int
    /// How many of them are about us.
    public let mentionCount: Int
    /// How many are unread in muted chats, which do not count among the others; `nil` while there are none. No chat can
    /// be muted yet.
    public let mutedCount: Int?
}
