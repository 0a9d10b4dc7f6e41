/// Following the messages of all chats as they are stored.
public enum InboxEvent: Hashable, Sendable {
    /// Show what has come since `after`, and what comes; `nil` is from now on.
    case following(after: InboxCursor?)
    /// Show nothing more.
    case leaving
    /// A page has come.
    case loaded(InboxPage)
    /// The page could not be loaded.
    case loadFailed(reason: String)
}
