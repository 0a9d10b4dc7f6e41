/// What happens to in-app notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A push: the server announces a message for a chat that is not open, and brings it along.
    case received(IncomingMessage)
    /// A message has come that nobody has before their eyes.
    case raised(chat: ChatID, contact: String, text: String)
    /// Show this many of them.
    case listing(rows: Int)
    /// Open what the notification is about.
    case tapped(chat: ChatID)
    /// Take the notification away, unopened.
    case dismissed(chat: ChatID)
}
