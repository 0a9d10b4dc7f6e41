import TelexCore

extension PresenceEvent: WireCases {
    static var samples: [PresenceEvent] { [.typingStarted(.blank), .typingStopped(.blank), .typing(chat: "")] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> PresenceEvent {
        switch self {
        case .typingStarted(let typist):
            .typingStarted(
                try visitor.event("presence.typingStarted", .network, "A person has started to type.", typist))
        case .typingStopped(let typist):
            .typingStopped(
                try visitor.event("presence.typingStopped", .network, "A person has stopped typing.", typist))
        case .typing(let chat):
            .typing(
                chat: try visitor.event(
                    "presence.typing", .user,
                    "Tell the others that we are typing, in the open chat. Repeat it every few seconds.", "chatId", chat
                ))
        }
    }
}

extension Typist: WireRecord {
    public static var blank: Typist { Typist(chat: "", sender: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("senderId", &sender)
    }
}
