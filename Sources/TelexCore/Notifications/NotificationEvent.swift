import TelexJSON

/// Events of in-app notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A message or an invitation arrived that these windows do not show.
    case raised(IncomingMessage, in: [WindowID])
    /// Somebody reacted to a message of ours, which has only the new reaction, and which these windows do not show.
    case reacted(IncomingMessage, in: [WindowID])
    /// A message that may have a notification was edited or deleted.
    case revised(chat: ChatID, message: MessageID, content: MessageContent)
    /// A reminder is due.
    case reminded(reminder: ReminderID, name: String, chat: ChatID?)
    /// The chat has no unread message and no open invitation any more.
    case resolved(chat: ChatID)
    /// We ignore this person from now on.
    case silenced(user: UserID)
    /// The reminder is done.
    case resolvedReminder(reminder: ReminderID)
    /// Open the chat of a due reminder, or the list of reminders if it has none.
    case openingReminder(reminder: ReminderID)
    /// Dismiss the notification of a reminder.
    case dismissingReminder(reminder: ReminderID)
    /// Show this many notifications.
    case listing(rows: Int)
    /// Open the chat that a notification is about.
    case opening(chat: ChatID)
    /// Dismiss the notification of a chat.
    case dismissing(chat: ChatID)
    /// Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was read
    /// or done meanwhile.
    case snoozing(Snooze)
    /// A snoozed notification comes back.
    case cameDue
}

extension NotificationEvent: WireCases {
    package static var samples: [NotificationEvent] {
        [
            .openingReminder(reminder: ""), .dismissingReminder(reminder: ""), .listing(rows: 0), .opening(chat: ""),
            .dismissing(chat: ""), .snoozing(.blank), .cameDue,
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> NotificationEvent
    {
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

/// A wish to see a notification again later.
public struct Snooze: Hashable, Sendable {
    /// A notification: `chat:` or `reminder:`, then the id of the chat or reminder.
    public var notification: String
    /// When, as typed.
    public var due: String

    public init(notification: String, due: String) {
        self.notification = notification
        self.due = due
    }
}

extension Snooze: WireRecord {
    public static var blank: Snooze { Snooze(notification: "", due: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("notificationId", &notification)
        try visitor.visit("dueText", &due)
    }
}

/// Ids differ if their bytes do, although strings that look the same are equal.
extension Snooze {
    public static func == (first: Snooze, second: Snooze) -> Bool {
        first.notification.utf8.elementsEqual(second.notification.utf8) && first.due == second.due
    }
}
