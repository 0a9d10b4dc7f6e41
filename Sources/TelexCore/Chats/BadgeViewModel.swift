/// How many messages are unread, over all chats.
public struct BadgeViewModel: ViewModel {
    public static let view = ViewName.badge

    public let total: Int
}
