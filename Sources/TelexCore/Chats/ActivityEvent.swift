/// Corrections of what the chat list shows of a chat, by the store and the server.
public enum ActivityEvent: Hashable, Sendable {
    /// The store has removed a message of ours that was not sent.
    case shortened(ShortenedChat)
    /// The server's count of unread messages in a chat, including those not in the store.
    case counted(CountedChat)
}

/// The end of a chat that has lost a message.
public struct ShortenedChat: Hashable, Sendable {
    public var chat: ChatID
    /// The last message of a chat; missing if there is none.
    public var last: Chat.LastMessage?

    public init(chat: ChatID, last: Chat.LastMessage?) {
        self.chat = chat
        self.last = last
    }
}

/// A server's count of what is unread in a chat.
public struct CountedChat: Hashable, Sendable {
    public var chat: ChatID
    public var unread: UnreadCount

    public init(chat: ChatID, unread: UnreadCount) {
        self.chat = chat
        self.unread = unread
    }
}
