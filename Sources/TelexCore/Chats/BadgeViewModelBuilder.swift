/// Formats the badge.
enum BadgeViewModelBuilder {
    static func build(_ model: ChatModel) -> BadgeViewModel {
        let total = model.totalUnread
        return BadgeViewModel(
            unreadCount: total.unread.messages, mentionCount: total.unread.mentions, mutedCount: total.muted)
    }
}
