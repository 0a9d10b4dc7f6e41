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

/// Ids differ if their bytes do, although strings that look the same are equal.
extension Snooze {
    public static func == (first: Snooze, second: Snooze) -> Bool {
        first.notification.utf8.elementsEqual(second.notification.utf8) && first.due == second.due
    }
}
