/// Events of typing.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody started typing; `nil` if the network does not say who.
    case typingStarted(chat: ChatID, sender: UserID?)
    /// Somebody stopped typing; `nil` means that nobody is typing any more.
    case typingStopped(chat: ChatID, sender: UserID?)
    /// We are typing; repeat it every few seconds while that is so.
    case typing(chat: ChatID)
}
