import TelexCore

extension NotificationViewModel: WireListViewModel {
    public static let fields = [
        Field<NotificationViewModel>("shouldShow") { $0.shouldShow },
        Field<NotificationViewModel>("total") { $0.total },
        Field<NotificationViewModel>("notifications") { $0.notifications },
        Field<NotificationViewModel>("loadMore") { $0.loadMore },
    ]
}

extension NotificationViewModel.Row: WireObject {
    public static let fields = [
        Field<NotificationViewModel.Row>("id") { $0.id },
        Field<NotificationViewModel.Row>("chat") { $0.chat },
        Field<NotificationViewModel.Row>("reminder") { $0.reminder },
        Field<NotificationViewModel.Row>("who") { $0.who },
        Field<NotificationViewModel.Row>("text") { $0.text },
        Field<NotificationViewModel.Row>("unread") { $0.unread },
        Field<NotificationViewModel.Row>("tapped") { $0.tapped },
        Field<NotificationViewModel.Row>("dismissed") { $0.dismissed },
    ]
}
