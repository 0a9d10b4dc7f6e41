import TelexCore
import TelexJSON

extension InvitationEvent: WireCases {
    static var samples: [InvitationEvent] {
        [
            .received(.blank), .requested(.blank), .accepting(chat: ""), .declining(chat: ""), .accepted(chat: ""),
            .declined(chat: ""), .failed(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> InvitationEvent {
        switch self {
        case .received(let invitation): try visitor.event("invitation.received", .network, Self.received, invitation)
        case .requested(let chat): try visitor.event("invitation.requested", .network, Self.requested, chat)
        case .accepting(let chat):
            try visitor.event("invitation.accepting", .user, Self.accepting(chat:), chat, in: "chatId")
        case .declining(let chat):
            try visitor.event("invitation.declining", .user, Self.declining(chat:), chat, in: "chatId")
        case .accepted(let chat):
            try visitor.event("invitation.accepted", .network, Self.accepted(chat:), chat, in: "chatId")
        case .declined(let chat):
            try visitor.event("invitation.declined", .network, Self.declined(chat:), chat, in: "chatId")
        case .failed(let failure): try visitor.event("invitation.failed", .network, Self.failed, failure)
        }
    }
}

extension ReceivedInvitation: WireRecord {
    public static var blank: ReceivedInvitation { ReceivedInvitation(chat: "", title: "", inviter: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("inviterName", &inviter, default: "")
        try visitor.visit("inviterId", &inviterID)
    }
}

extension ChatFailure: WireRecord {
    public static var blank: ChatFailure { ChatFailure(chat: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("reason", &reason)
    }
}
