import TelexCore
import TelexJSON

extension NotificationEvent: WireCases {
    static var samples: [NotificationEvent] {
        [
            .openingReminder(reminder: ""), .dismissingReminder(reminder: ""), .listing(rows: 0), .opening(chat: ""),
            .dismissing(chat: ""), .snoozing(.blank), .cameDue,
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> NotificationEvent {
        switch self {
        case .openingReminder(let reminder):
            try visitor.event(
                "notification.openingReminder", .look, Self.openingReminder(reminder:), reminder, in: "reminderId",
                "Open the chat of a due reminder, or the list of reminders if it has none.")
        case .dismissingReminder(let reminder):
            try visitor.event(
                "notification.dismissingReminder", .look, Self.dismissingReminder(reminder:), reminder,
                in: "reminderId", "Dismiss the notification of a reminder.")
        case .listing(let rows):
            try visitor.event(
                "notification.listing", .look, Self.listing(rows:), rows, in: "rowLimit",
                "Show this many notifications.")
        case .opening(let chat):
            try visitor.event(
                "notification.opening", .look, Self.opening(chat:), chat, in: "chatId",
                "Open the chat that a notification is about.")
        case .dismissing(let chat):
            try visitor.event(
                "notification.dismissing", .look, Self.dismissing(chat:), chat, in: "chatId",
                "Dismiss the notification of a chat.")
        case .snoozing(let snooze):
            try visitor.event(
                "notification.snoozing", .look, Self.snoozing, snooze,
                "Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was "
                    + "read or done meanwhile.")
        case .cameDue: try visitor.event("notification.cameDue", .inside, "A snoozed notification comes back.", self)
        case .raised, .reacted, .revised, .reminded, .resolved, .silenced, .resolvedReminder: self
        }
    }
}

extension Snooze: WireRecord {
    public static var blank: Snooze { Snooze(notification: "", due: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("notificationId", &notification)
        try visitor.visit("dueText", &due)
    }
}
