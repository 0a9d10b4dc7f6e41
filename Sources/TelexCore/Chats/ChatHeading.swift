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
            chat.invitation != nil
            ? "You are invited to this chat: accept or decline it in the list of chats."
            : openSuccessor != nil ? "This chat has been replaced. Continue in the new one." : nil
        self.openSuccessor = openSuccessor
        hasUnread = chat.unreadInAll.messages > 0
    }
}
