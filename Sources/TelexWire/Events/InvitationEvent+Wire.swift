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
        case .received(let invitation):
            try visitor.event(
                "invitation.received", .network, Self.received, invitation, "A person invites us to a chat.")
        case .requested(let chat):
            try visitor.event(
                "invitation.requested", .network, Self.requested, chat,
                "We asked to join a chat, here or on another device.")
        case .accepting(let chat):
            try visitor.event(
                "invitation.accepting", .user, Self.accepting(chat:), chat, in: "chatId", "Accept an invitation.")
        case .declining(let chat):
            try visitor.event(
                "invitation.declining", .user, Self.declining(chat:), chat, in: "chatId", "Decline an invitation.")
        case .accepted(let chat):
            try visitor.event(
                "invitation.accepted", .network, Self.accepted(chat:), chat, in: "chatId",
                "We have joined a chat, here or on another device.")
        case .declined(let chat):
            try visitor.event(
                "invitation.declined", .network, Self.declined(chat:), chat, in: "chatId",
                "An invitation is gone: declined, here or elsewhere, or withdrawn.")
        case .failed(let failure):
            try visitor.event(
                "invitation.failed", .network, Self.failed, failure, "The server refused our answer to an invitation.")
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
