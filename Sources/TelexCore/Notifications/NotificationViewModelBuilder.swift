/// Formats the pending notifications.
enum NotificationViewModelBuilder {
    static func build(
        _ window: PendingNotifications, _ rows: [Shown<NotificationViewModel.Row>]
    ) -> NotificationViewModel {
        NotificationViewModel(
            shouldShow: !window.pending.isEmpty,
            totalCount: window.pending.count,
            notifications: rows,
            loadMore: window.limit.more(of: window.pending.count) { .notification(.listing(rows: $0)) })
    }

    static func row(_ pending: PendingNotifications.Pending, _ context: ViewContext) -> NotificationViewModel.Row {
        let id = pending.reminder.map { "reminder:\($0)" } ?? "chat:\(pending.chat?.text ?? "")"
        return NotificationViewModel.Row(
            id: id,
            chat: pending.chat,
            reminder: pending.reminder,
            message: pending.message,
            sender: pending.reaction?.sender ?? pending.content.sender,
            key: pending.reaction?.key,
            heading: pending.title,
            previewText: preview(pending, context),
            dateText: DateText.short(pending.date, now: context.now, context.region),
            unreadCount: pending.unread,
            open: Action(.notification(tapped(pending))),
            dismiss: Action(.notification(dismissed(pending))),
            snooze: Action(.notification(.snoozing(Snooze(notification: id, due: ""))), blanks: [.dueText]))
    }

    private static func preview(_ pending: PendingNotifications.Pending, _ context: ViewContext) -> String {
        if pending.reminder != nil { return pending.content.text }
        let text = PreviewText.line(of: pending.content.visibleText)
        if let reaction = pending.reaction {
            let members = pending.chat.flatMap(context.chats.heading)?.members
            let name = reaction.sender.map { members?.displayName(of: $0) ?? $0.text } ?? pending.title
            return "\(name) reacted \(reaction.key.prefix(20)) to \"\(text)\""
        }
        return PreviewText.said(
            text, pending.content.kind, by: pending.content.senderName ?? pending.title, in: pending.title)
    }

    private static func tapped(_ pending: PendingNotifications.Pending) -> NotificationEvent {
        pending.reminder.map { .openingReminder(reminder: $0) } ?? .opening(chat: pending.chat ?? "")
    }

    private static func dismissed(_ pending: PendingNotifications.Pending) -> NotificationEvent {
        pending.reminder.map { .dismissingReminder(reminder: $0) } ?? .dismissing(chat: pending.chat ?? "")
    }
}
