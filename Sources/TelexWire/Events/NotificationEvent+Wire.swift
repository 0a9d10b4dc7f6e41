import TelexCore

extension NotificationEvent: WireCases {
    static var samples: [NotificationEvent] {
        [
            .openingReminder(reminder: ""), .dismissingReminder(reminder: ""), .listing(rows: 0), .opening(chat: ""),
            .dismissing(chat: ""),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> NotificationEvent {
        switch self {
        case .openingReminder(let reminder):
            .openingReminder(
                reminder: try visitor.event(
                    "notification.openingReminder", .look,
                    "Open the chat of a due reminder, or the list of reminders if it has none.", "reminderId", reminder)
            )
        case .dismissingReminder(let reminder):
            .dismissingReminder(
                reminder: try visitor.event(
                    "notification.dismissingReminder", .look, "Dismiss the notification of a reminder.", "reminderId",
                    reminder))
        case .listing(let rows):
            .listing(
                rows: try visitor.event(
                    "notification.listing", .look, "Show this many notifications.", "rowLimit", rows))
        case .opening(let chat):
            .opening(
                chat: try visitor.event(
                    "notification.opening", .look, "Open the chat that a notification is about.", "chatId", chat))
        case .dismissing(let chat):
            .dismissing(
                chat: try visitor.event(
                    "notification.dismissing", .look, "Dismiss the notification of a chat.", "chatId", chat))
        case .raised, .reacted, .revised, .reminded, .resolved, .resolvedReminder: self
        }
    }
}
