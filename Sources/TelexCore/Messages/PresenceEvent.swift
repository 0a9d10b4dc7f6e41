import TelexJSON

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

extension PresenceEvent: WireCases {
    package static var samples: [PresenceEvent] {
        [.typingStarted(.blank), .typingStopped(.blank), .typing(chat: ""), .focusing, .unfocusing]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> PresenceEvent {
        switch self {
        case .typingStarted(let typist):
            try visitor.event("presence.typingStarted", .network, Self.typingStarted, typist)
        case .typingStopped(let typist):
            try visitor.event("presence.typingStopped", .network, Self.typingStopped, typist)
        case .typing(let chat): try visitor.event("presence.typing", .user, Self.typing(chat:), chat, in: "chatId")
        case .focusing: try visitor.event("presence.focusing", .look, self)
        case .unfocusing: try visitor.event("presence.unfocusing", .look, self)
        }
    }
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

extension Typist: WireRecord {
    public static var blank: Typist { Typist(chat: "", sender: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("senderId", &sender)
    }
}
