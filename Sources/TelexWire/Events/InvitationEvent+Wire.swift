import TelexCore

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
            .received(try visitor.event("invitation.received", .network, "A person invites us to a chat.", invitation))
        case .requested(let chat):
            .requested(
                try visitor.event(
                    "invitation.requested", .network, "We asked to join a chat, here or on another device.", chat))
        case .accepting(let chat):
            .accepting(chat: try visitor.event("invitation.accepting", .user, "Accept an invitation.", "chatId", chat))
        case .declining(let chat):
            .declining(chat: try visitor.event("invitation.declining", .user, "Decline an invitation.", "chatId", chat))
        case .accepted(let chat):
            .accepted(
                chat: try visitor.event(
                    "invitation.accepted", .network, "We have joined a chat, here or on another device.", "chatId", chat
                ))
        case .declined(let chat):
            .declined(
                chat: try visitor.event(
                    "invitation.declined", .network,
                    "An invitation is gone: declined, here or elsewhere, or withdrawn.", "chatId", chat))
        case .failed(let failure):
            .failed(
                try visitor.event(
                    "invitation.failed", .network, "The server refused our answer to an invitation.", failure))
        }
    }
}

extension ReceivedInvitation: WireRecord {
    public static var blank: ReceivedInvitation { ReceivedInvitation(chat: "", title: "", inviter: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("inviterName", &inviter, default: "")
    }
}

extension ChatFailure: WireRecord {
    public static var blank: ChatFailure { ChatFailure(chat: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("reason", &reason)
    }
}
