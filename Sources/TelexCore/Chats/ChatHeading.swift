/// What stands above the messages of a chat.
public struct ChatHeading: Hashable, Sendable {
    public var chat: ChatID
    /// The name of whom the chat is with.
    public var contact: String
    public var isEncrypted: Bool
    /// Why nothing can be sent, if so.
    public var barrier: String?
    /// Whether something is unread, here or only on the server.
    public var hasUnread: Bool

    public init(
        chat: ChatID, contact: String, isEncrypted: Bool = false, barrier: String? = nil, hasUnread: Bool = false
    ) {
        self.chat = chat
        self.contact = contact
        self.isEncrypted = isEncrypted
        self.barrier = barrier
        self.hasUnread = hasUnread
    }

    init(_ chat: Chat) {
        self.init(
            chat: chat.id, contact: chat.contact, isEncrypted: chat.isEncrypted,
            barrier: chat.invitation == nil
                ? nil : "You are invited to this chat: accept or decline it in the list of chats.",
            hasUnread: chat.unreadInAll.messages > 0)
    }
}
