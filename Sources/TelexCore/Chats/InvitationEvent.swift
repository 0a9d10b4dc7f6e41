/// Events of invitations and of requests to join.
public enum InvitationEvent: Hashable, Sendable {
    /// We were invited to a chat; `inviter` is empty if the network does not name the inviter.
    case received(chat: ChatID, title: String, inviter: String)
    /// We asked to join a chat, here or on another device.
    case requested(chat: ChatID, title: String)
    /// Accept the invitation.
    case accepting(chat: ChatID)
    /// Decline the invitation, or withdraw the request to join.
    case declining(chat: ChatID)
    /// We joined the chat, here or on another device.
    case accepted(chat: ChatID)
    /// The invitation or request no longer exists: it was declined, here or elsewhere, or withdrawn.
    case declined(chat: ChatID)
    /// The server did not accept our answer.
    case failed(chat: ChatID, reason: String)
}
