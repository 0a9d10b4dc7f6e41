/// Formats the badge.
enum BadgeViewModelBuilder {
    static func build(_ model: ChatModel) -> BadgeViewModel {
        BadgeViewModel(total: model.totalUnread.messages, mentions: model.totalUnread.mentions)
    }
}
