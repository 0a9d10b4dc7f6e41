/// Formats the pending notifications.
enum NotificationViewModelBuilder {
    static func build(
        _ window: PendingNotifications, _ rows: [Shown<NotificationViewModel.Row>]
    ) -> NotificationViewModel {
        NotificationViewModel(
            shouldShow: !window.pending.isEmpty,
            total: window.pending.count,
            notifications: rows,
            loadMore: window.limit.more(of: window.pending.count) { .notification(.listing(rows: $0)) })
    }

    static func row(_ pending: PendingNotifications.Pending) -> NotificationViewModel.Row {
        NotificationViewModel.Row(
            chat: pending.chat,
            reminder: pending.reminder,
            who: pending.contact,
            text: PreviewText.said(pending.content, contact: pending.contact),
            unread: pending.unread,
            tapped: Action(.notification(tapped(pending))),
            dismissed: Action(.notification(dismissed(pending))))
    }

    private static func tapped(_ pending: PendingNotifications.Pending) -> NotificationEvent {
        pending.reminder.map { .reminderTapped(reminder: $0) } ?? .tapped(chat: pending.chat ?? "")
    }

    private static func dismissed(_ pending: PendingNotifications.Pending) -> NotificationEvent {
        pending.reminder.map { .reminderDismissed(reminder: $0) } ?? .dismissed(chat: pending.chat ?? "")
    }
}
