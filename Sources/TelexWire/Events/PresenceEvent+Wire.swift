import TelexCore
import TelexJSON

extension PresenceEvent: WireCases {
    static var samples: [PresenceEvent] {
        [.typingStarted(.blank), .typingStopped(.blank), .typing(chat: ""), .focusing, .unfocusing]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> PresenceEvent {
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

extension Typist: WireRecord {
    public static var blank: Typist { Typist(chat: "", sender: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("senderId", &sender)
    }
}
