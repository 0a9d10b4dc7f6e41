/// One thing that a store keeps, as another store can take it: what an export consists of.
public enum StoredItem: Hashable, Sendable {
    case chat(StoredChat)
    case gap(StoredGap)
    case message(Message)
    case contact(Contact)
    case reminder(Reminder)
}

/// A chat without what follows from its messages: counts, and what the list shows of the last one.
public struct StoredChat: Hashable, Sendable {
    public var id: ChatID
    /// The name of whom the chat is with; display text.
    public var title: String
    /// The place of the last message that we have read; 0 when there is none.
    public var readUpTo: Int64
    /// Up to where the other has received, and read, our messages.
    public var deliveredUpTo: Int64
    public var otherReadUpTo: Int64
    /// The last message that we have read, for as long as the server does not know that we have.
    public var untold: MessageID?
    /// What the server counts as unread among messages that are not in the store.
    public var unloaded: UnreadCount
    public var isEncrypted: Bool
    public var successor: ChatID?
    public var members: Members
    public var invitation: Invitation?

    public init(
        id: ChatID, title: String, readUpTo: Int64 = 0, deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0,
        untold: MessageID? = nil, unloaded: UnreadCount = UnreadCount(), isEncrypted: Bool = false,
        successor: ChatID? = nil, members: Members = Members(), invitation: Invitation? = nil
    ) {
        self.id = id
        self.title = title
        self.readUpTo = readUpTo
        self.deliveredUpTo = deliveredUpTo
        self.otherReadUpTo = otherReadUpTo
        self.untold = untold
        self.unloaded = unloaded
        self.isEncrypted = isEncrypted
        self.successor = successor
        self.members = members
        self.invitation = invitation
    }
}

/// A place in a chat before which messages are missing that the server has.
public struct StoredGap: Hashable, Sendable {
    public var chat: ChatID
    /// The place of the first message after it.
    public var position: Int64
    /// What the server is asked with for what is missing.
    public var token: String

    public init(chat: ChatID, position: Int64, token: String) {
        self.chat = chat
        self.position = position
        self.token = token
    }
}
