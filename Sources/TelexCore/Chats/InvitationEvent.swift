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

/// Why something in a chat failed.
public struct ChatFailure: Hashable, Sendable {
    public var chat: ChatID
    public var reason: String

    public init(chat: ChatID, reason: String) {
        self.chat = chat
        self.reason = reason
    }
}
