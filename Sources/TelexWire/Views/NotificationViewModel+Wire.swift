import TelexCore

extension NotificationViewModel: WireViewModel {
    public static let meaning = "The notifications that nobody has opened or dismissed, the newest first."
    public static let fields: Fields = [
        Field<NotificationViewModel>("shouldShow") { $0.shouldShow },
        Field<NotificationViewModel>("totalCount") { $0.totalCount },
        Field<NotificationViewModel>("notifications") { $0.notifications },
        Field<NotificationViewModel>(
            actions: .init("loadMore") { $0.loadMore }),
    ]
}

extension NotificationViewModel.Row: WireObject {
    public static let fields: Fields = [
        Field<NotificationViewModel.Row>("notificationId") { $0.id },
        Field<NotificationViewModel.Row>(optional: "chatId") { $0.chat },
        Field<NotificationViewModel.Row>(optional: "reminderId") { $0.reminder },
        Field<NotificationViewModel.Row>(optional: "messageId") { $0.message },
        Field<NotificationViewModel.Row>(optional: "senderId") { $0.sender },
        Field<NotificationViewModel.Row>(optional: "key") { $0.key },
        Field<NotificationViewModel.Row>("heading") { $0.heading },
        Field<NotificationViewModel.Row>("previewText") { $0.previewText },
        Field<NotificationViewModel.Row>("dateText") { $0.dateText },
        Field<NotificationViewModel.Row>("unreadCount") { $0.unreadCount },
        Field<NotificationViewModel.Row>(
            actions: .init("open") { $0.open },
            .init("dismiss") { $0.dismiss }),
    ]
}
