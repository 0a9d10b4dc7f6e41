/// Formats the badge.
enum BadgeViewModelBuilder {
    static func build(_ model: ChatModel) -> BadgeViewModel {
        BadgeViewModel(unreadCount: model.totalUnread.messages, mentionCount: model.totalUnread.mentions)
    }
}
