/// What happens to in-app notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A message, or an invitation, has come that these windows do not show.
    case raised(IncomingMessage, in: [WindowID])
    /// A message that may be pending says something else now, or is deleted.
    case revised(chat: ChatID, message: MessageID, content: MessageContent)
    /// A reminder has fallen due.
    case reminded(reminder: ReminderID, name: String, chat: ChatID?)
    /// Nothing in the chat is unread or waits for an answer any more.
    case resolved(chat: ChatID)
    /// The reminder is done.
    case resolvedReminder(reminder: ReminderID)
    /// Open what the reminder is about.
    case openingReminder(reminder: ReminderID)
    /// Take the notification of the reminder away.
    case dismissingReminder(reminder: ReminderID)
    /// Show this many of them.
    case listing(rows: Int)
    /// Open what the notification is about.
    case opening(chat: ChatID)
    /// Take the notification away, unopened.
    case dismissing(chat: ChatID)
}
