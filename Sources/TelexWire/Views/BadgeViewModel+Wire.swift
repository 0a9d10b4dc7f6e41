import TelexCore

extension BadgeViewModel: WireViewModel {
    public static let meaning = "How many messages are unread, over all chats."
    public static let fields: Fields = [
        Field<BadgeViewModel>("unreadCount") { $0.unreadCount },
        Field<BadgeViewModel>("mentionCount") { $0.mentionCount },
        Field<BadgeViewModel>(optional: "mutedCount") { $0.mutedCount },
    ]
}
