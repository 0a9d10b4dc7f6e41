/// What people are doing just now.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody has begun to type: `senderName` where more than two are in the chat, and whom it is with for `nil`.
    case typingStarted(chat: ChatID, senderName: String?)
    /// Somebody has stopped typing; for `nil` nobody types any more.
    case typingStopped(chat: ChatID, senderName: String?)
    /// We are typing; to be said again every few seconds while that is so.
    case typing(chat: ChatID)
}
