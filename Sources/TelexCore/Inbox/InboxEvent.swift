/// Events of the inbox, which follows the messages of all chats as they are stored.
public enum InboxEvent: Hashable, Sendable {
    /// Show messages of all chats after this cursor, and new ones as they arrive.
    ///
    /// `nil` starts now.
    case following(after: InboxCursor?)
    /// Stop showing the inbox.
    case leaving
    /// The store has these messages after that cursor.
    case loaded(InboxPage)
    /// The store cannot be read.
    case loadFailed(reason: String)
}
