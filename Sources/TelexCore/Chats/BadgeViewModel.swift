/// How many messages are unread, over all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    public let unreadCount: Int
    /// How many of them are about us.
    public let mentionCount: Int
}
