/// One item of a store, in a form that another store can import. An export consists of them.
public enum StoredItem: Hashable, Sendable {
    case chat(StoredChat)
    case gap(StoredGap)
    case message(Message)
    case contact(Contact)
    case reminder(Reminder)
}

/// A chat without the data derived from its messages: counts and the last message.
public struct StoredChat: Hashable, Sendable {
    public var id: ChatID
    /// The other party's display name.
    public var title: String
    /// The position of the last message that we have read; 0 if there is none.
    public var readUpTo: Int64
    /// The positions up to which the other party has received and read our messages.
    public var deliveredUpTo: Int64
    public var otherReadUpTo: Int64
    /// The last message that we have read, until the server confirms the read receipt.
    public var untold: MessageID?
    /// How many unread messages the server counts in addition to those in the store.
    public var unloaded: UnreadCount
    public var isEncrypted: Bool
    public var successor: ChatID?
    public var members: Members
    /// How many members the server counts, including us; `nil` if it does not say.
    public var memberCount: Int?
    public var invitation: Invitation?
    /// What we have typed and not sent; empty if there is nothing.
    public var draft: String

    public init(
        id: ChatID, title: String, readUpTo: Int64 = 0, deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0,
        untold: MessageID? = nil, unloaded: UnreadCount = UnreadCount(), isEncrypted: Bool = false,
        successor: ChatID? = nil, members: Members = Members(), invitation: Invitation? = nil,
        draft: String = "", memberCount: Int? = nil
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
        self.draft = draft
        self.memberCount = memberCount
    }
}

/// A position in a chat before which messages are missing that the server has.
public struct StoredGap: Hashable, Sendable {
    public var chat: ChatID
    /// The position of the first message after the gap.
    public var position: Int64
    /// The backend's token for requesting the missing messages.
    public var token: String

    public init(chat: ChatID, position: Int64, token: String) {
        self.chat = chat
        self.position = position
        self.token = token
    }
}
