/// Events of typing, and of whether the user looks at a window.
public enum PresenceEvent: Hashable, Sendable {
    /// A person has started to type.
    case typingStarted(Typist)
    /// A person has stopped typing.
    ///
    /// Without a sender, nobody is typing any more.
    case typingStopped(Typist)
    /// Tell the others that we are typing, in the open chat. Repeat it every few seconds.
    case typing(chat: ChatID)
    /// The user looks at this window again.
    case focusing
    /// The user does not look at this window. Messages of its open chat notify in it until `presence.focusing`.
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
