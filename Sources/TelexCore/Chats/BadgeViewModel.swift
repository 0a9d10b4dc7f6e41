/// The number of unread messages in all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    /// How many are unread, apart from muted ones.
    public package(set) var unreadCount: Int
    /// How many of them mention us.
    public package(set) var mentionCount: Int
    /// How many more are unread in muted chats.
    public package(set) var mutedCount = 0

    public static let blank = BadgeViewModel(unreadCount: 0, mentionCount: 0)
}
