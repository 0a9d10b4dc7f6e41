/// One item of a store, in a form that another store can import. An export consists of them.
public enum StoredItem: Hashable, Sendable {
    case chat(StoredChat)
    case gap(StoredGap)
    case message(Message)
    case contact(Contact)
    case reminder(Reminder)
    case ignored(IgnoredPerson)
}

/// A chat without the data derived from its messages: counts and the last message.
public struct StoredChat: Hashable, Sendable {
    public var chat: Chat
    /// The position up to which the other person's devices have received our messages.
    public var deliveredUpTo: Int64
    /// The position up to which the other person has read.
    public var otherReadUpTo: Int64

    public init(_ chat: Chat, deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0) {
        self.chat = chat
        self.deliveredUpTo = deliveredUpTo
        self.otherReadUpTo = otherReadUpTo
    }
}

/// A position in a chat before which messages are missing that the server has.
public struct StoredGap: Hashable, Sendable {
    public var chat: ChatID
    /// The position of the first message after the gap.
    public var position: Int64
    /// The backend's token for a position in its history.
    public var token: String

    public init(chat: ChatID, position: Int64, token: String) {
        self.chat = chat
        self.position = position
        self.token = token
    }
}
