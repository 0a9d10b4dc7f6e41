/// Formats the pending notifications.
enum NotificationViewModelBuilder {
    static func build(
        _ model: NotificationModel, _ rows: [Shown<NotificationViewModel.Row>]
    ) -> NotificationViewModel {
        NotificationViewModel(
            shouldShow: !model.pending.isEmpty,
            total: model.pending.count,
            notifications: rows,
            loadMore: model.rows < model.pending.count
                ? Action(.notification(.listing(rows: model.rows + 50))) : nil)
    }

    static func row(_ pending: NotificationModel.Pending) -> NotificationViewModel.Row {
        NotificationViewModel.Row(
            chat: pending.chat,
            reminder: pending.reminder,
            who: pending.contact,
            text: PreviewText.said(pending.content, contact: pending.contact),
            unread: pending.unread,
            tapped: Action(.notification(tapped(pending))),
            dismissed: Action(.notification(dismissed(pending))))
    }

    private static func tapped(_ pending: NotificationModel.Pending) -> NotificationEvent {
        pending.reminder.map { .reminderTapped(reminder: $0) } ?? .tapped(chat: pending.chat ?? "")
    }

    private static func dismissed(_ pending: NotificationModel.Pending) -> NotificationEvent {
        pending.reminder.map { .reminderDismissed(reminder: $0) } ?? .dismissed(chat: pending.chat ?? "")
    }
}
