/// Events of typing.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody started typing.
    case typingStarted(Typist)
    /// Somebody stopped typing; without a sender, nobody is typing any more.
    case typingStopped(Typist)
    /// We are typing; repeat it every few seconds while that is so.
    case typing(chat: ChatID)
}

/// Somebody who types in a chat.
public struct Typist: Hashable, Sendable {
    public var chat: ChatID
    /// `nil` if the network does not say who.
    public var sender: UserID?

    public init(chat: ChatID, sender: UserID?) {
        self.chat = chat
        self.sender = sender
    }
}
