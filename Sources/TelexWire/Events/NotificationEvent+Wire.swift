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
                "notification.openingReminder", .look, Self.openingReminder(reminder:), reminder, in: "reminderId")
        case .dismissingReminder(let reminder):
            try visitor.event(
                "notification.dismissingReminder", .look, Self.dismissingReminder(reminder:), reminder, in: "reminderId"
            )
        case .listing(let rows):
            try visitor.event("notification.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .opening(let chat):
            try visitor.event("notification.opening", .look, Self.opening(chat:), chat, in: "chatId")
        case .dismissing(let chat):
            try visitor.event("notification.dismissing", .look, Self.dismissing(chat:), chat, in: "chatId")
        case .snoozing(let snooze): try visitor.event("notification.snoozing", .look, Self.snoozing, snooze)
        case .cameDue: try visitor.event("notification.cameDue", .inside, self)
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
