/// What people are doing just now.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody has begun to type: `author` where more than two are in the chat, and whom it is with for `nil`.
    case typing(chat: ChatID, author: String?)
    /// Somebody has stopped typing; for `nil` nobody types any more.
    case stoppedTyping(chat: ChatID, author: String?)
    /// We are typing; to be said again every few seconds while that is so.
    case userTyping(chat: ChatID)
}
