/// What happens to in-app notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A push: the server announces a message for a chat that is not open, and brings it along.
    case received(IncomingMessage)
    /// A message, or an invitation, has come that nobody has before their eyes.
    case raised(IncomingMessage)
    /// A message that may be pending says something else now, or is deleted.
    case revised(chat: ChatID, message: MessageID, content: MessageContent)
    /// A reminder has fallen due.
    case reminded(reminder: ReminderID, name: String, chat: ChatID?)
    /// Open what the reminder is about.
    case reminderTapped(reminder: ReminderID)
    /// Take the notification of the reminder away.
    case reminderDismissed(reminder: ReminderID)
    /// Show this many of them.
    case listing(rows: Int)
    /// Open what the notification is about.
    case tapped(chat: ChatID)
    /// Take the notification away, unopened.
    case dismissed(chat: ChatID)
}

extension NotificationEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .received(let message): .naming(message.message, in: message.chat)
        case .raised, .revised, .reminded, .reminderTapped, .reminderDismissed, .listing, .tapped, .dismissed: .none
        }
    }

    /// No action of this subject has blanks.
    func filled(_ values: [Blank: String]) -> NotificationEvent { self }
}
