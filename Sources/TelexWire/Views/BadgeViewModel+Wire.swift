import TelexCore

extension BadgeViewModel: WireViewModel {
    public static let fields = [
        Field<BadgeViewModel>("unreadCount") { $0.unreadCount },
        Field<BadgeViewModel>("mentionCount") { $0.mentionCount },
    ]
}
