/// The number of unread messages in all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName("badge")

    public package(set) var unreadCount: Int
    /// How many of them mention us.
    public package(set) var mentionCount: Int

    public static let blank = BadgeViewModel(unreadCount: 0, mentionCount: 0)
}
