import TelexCore
import TelexJSON

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
        case .raised, .reacted, .revised, .reminded, .resolved, .resolvedReminder: self
        }
    }
}
