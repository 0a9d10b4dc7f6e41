/// What people are doing just now.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody has begun to type; `nil` where the network does not say who.
    case typingStarted(chat: ChatID, sender: UserID?)
    /// Somebody has stopped typing; for `nil` nobody types any more.
    case typingStopped(chat: ChatID, sender: UserID?)
    /// We are typing; to be said again every few seconds while that is so.
    case typing(chat: ChatID)
}
