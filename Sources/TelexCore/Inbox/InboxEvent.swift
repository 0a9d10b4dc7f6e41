/// Events of the inbox, which follows the messages of all chats as they are stored.
public enum InboxEvent: Hashable, Sendable {
    /// Show the messages stored since `after`, and new ones as they arrive; `nil` starts now.
    case following(after: InboxCursor?)
    /// Stop following.
    case leaving
    /// A page was loaded.
    case loaded(InboxPage)
    /// The page could not be loaded.
    case loadFailed(reason: String)
}
