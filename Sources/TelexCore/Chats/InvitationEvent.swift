/// What happens to invitations to chats.
public enum InvitationEvent: Hashable, Sendable {
    /// Somebody wants us in a chat; `inviter` is empty where the network does not say who.
    case received(chat: ChatID, title: String, inviter: String)
    /// We have asked to be let into a chat, here or on another device.
    case requested(chat: ChatID, title: String)
    /// We wish to be in the chat.
    case accepting(chat: ChatID)
    /// We do not wish to be in it.
    case declining(chat: ChatID)
    /// We are in the chat: from here, or from another device.
    case accepted(chat: ChatID)
    /// The invitation is gone: declined here or elsewhere, or withdrawn.
    case declined(chat: ChatID)
    /// The server has not taken our answer.
    case failed(chat: ChatID, reason: String)
}
