/// The number of unread messages in all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    public let unreadCount: Int
    /// How many of them mention us.
    public let mentionCount: Int
    /// How many messages are unread in muted chats, which `unreadCount` excludes. Always `nil`, because chats cannot be
    /// muted yet.
    public let mutedCount: Int?
}
