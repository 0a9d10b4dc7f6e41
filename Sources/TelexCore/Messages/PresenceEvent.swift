/// Events of typing, and of whether the user looks at a window.
public enum PresenceEvent: Hashable, Sendable {
    /// Somebody started typing.
    case typingStarted(Typist)
    /// Somebody stopped typing; without a sender, nobody is typing any more.
    case typingStopped(Typist)
    /// We are typing; repeat it every few seconds while that is so.
    case typing(chat: ChatID)
    /// The user looks at the window again.
    case focusing
    /// The user does not look at the window, because another one has the focus. What comes there notifies.
    case unfocusing
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
