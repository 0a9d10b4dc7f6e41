import TelexJSON

/// Events of invitations and of requests to join.
public enum InvitationEvent: Hashable, Sendable {
    /// A person invites us to a chat.
    case received(ReceivedInvitation)
    /// We asked to join a chat, here or on another device.
    case requested(TitledChat)
    /// Accept an invitation.
    case accepting(chat: ChatID)
    /// Decline an invitation.
    ///
    /// It also withdraws a request to join.
    case declining(chat: ChatID)
    /// We have joined a chat, here or on another device.
    case accepted(chat: ChatID)
    /// An invitation is gone: declined, here or elsewhere, or withdrawn.
    case declined(chat: ChatID)
    /// The server refused our answer to an invitation.
    case failed(ChatFailure)
}

extension InvitationEvent: WireCases {
    package static var samples: [InvitationEvent] {
        [
            .received(.blank), .requested(.blank), .accepting(chat: ""), .declining(chat: ""), .accepted(chat: ""),
            .declined(chat: ""), .failed(.blank),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> InvitationEvent {
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

/// An invitation to a chat.
public struct ReceivedInvitation: Hashable, Sendable {
    public var chat: ChatID
    public var title: String
    /// Empty if the network does not name the inviter.
    public var inviter: String
    public var inviterID: UserID?

    public init(chat: ChatID, title: String, inviter: String, inviterID: UserID? = nil) {
        self.chat = chat
        self.title = title
        self.inviter = inviter
        self.inviterID = inviterID
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

/// Why something in a chat failed.
public struct ChatFailure: Hashable, Sendable {
    public var chat: ChatID
    public var reason: String

    public init(chat: ChatID, reason: String) {
        self.chat = chat
        self.reason = reason
    }
}

extension ChatFailure: WireRecord {
    public static var blank: ChatFailure { ChatFailure(chat: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("reason", &reason)
    }
}
