/// What the screen of a chat shows of the chat itself, beside its messages.
struct ChatHeading: Hashable {
    /// The name of whom the chat is with.
    let title: String
    let isEncrypted: Bool
    let members: Members
    /// Whether we have read something in the chat before.
    let isFamiliar: Bool
    /// Why nothing can be sent, if so.
    let barrier: String?
    /// Goes to the chat that has taken the place of this one.
    let openSuccessor: Action?
    /// Whether something is unread, here or only on the server.
    let hasUnread: Bool

    /// What to say where there is no such chat.
    static func missing(_ chat: ChatID) -> String { "There is no chat \"\(chat)\" here." }

    init(_ chat: Chat, openSuccessor: Action?) {
        title = chat.title
        isEncrypted = chat.isEncrypted
        members = chat.members
        isFamiliar = chat.readUpTo > 0
        barrier =
            switch chat.invitation?.isRequest {
            case true?: "You asked to join this chat. You can write once somebody lets you in."
            case false?: "You are invited to this chat: accept or decline it in the list of chats."
            case nil: openSuccessor == nil ? nil : "This chat has been replaced. Continue in the new one."
            }
        self.openSuccessor = chat.invitation == nil ? openSuccessor : nil
        hasUnread = chat.unreadInAll.messages > 0
    }
}
