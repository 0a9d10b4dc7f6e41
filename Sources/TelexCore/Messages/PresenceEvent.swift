/// What the other is doing just now.
public enum PresenceEvent: Hashable, Sendable {
    /// The other has begun to type.
    case typing(chat: ChatID)
    /// The other has stopped typing.
    case stoppedTyping(chat: ChatID)
}
