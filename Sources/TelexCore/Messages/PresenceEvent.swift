/// What people are doing just now.
public enum PresenceEvent: Hashable, Sendable {
    /// The other has begun to type.
    case typing(chat: ChatID)
    /// The other has stopped typing.
    case stoppedTyping(chat: ChatID)
    /// We are typing; to be said again every few seconds while that is so.
    case userTyping(chat: ChatID)
}
