/// Activity in a chat that affects its row in the chat list, or the badge.
public enum ActivityEvent: Hashable, Sendable {
    /// A message was sent or received. `title` is the chat's title, used if the chat is new; `notifying` lists the
    /// windows that do not show the message.
    case messaged(Message, title: String?, notifying: [WindowID])
    /// The server has our message, which now has this position. `waiting` is the chat's last message that is still in
    /// the outbox.
    case placed(chat: ChatID, message: MessageID, at: Int64, waiting: Message?)
    /// A message was edited or deleted. `known` is its state before, `content` its new content.
    case revised(chat: ChatID, message: MessageID, known: KnownMessage, content: MessageContent)
    /// The store has removed a message of ours that was not sent.
    case shortened(ShortenedChat)
    /// We have seen these messages, of which these are the first and the last.
    case shown(MessageRange, first: KnownMessage, last: KnownMessage)
    /// The server knows that we have read up to this position, here or on another device; `unread` counts the messages
    /// after it.
    case readElsewhere(chat: ChatID, upTo: Int64, unread: UnreadCount)
    /// The server's unread count for the chat, which includes messages that are not loaded.
    case counted(CountedChat)
    /// Older messages were loaded, or a gap was found, in which case `messages` may be empty. `gap` is the position of
    /// the chat's last gap, 0 for none. `waiting` counts our messages that the server does not have yet, which stay
    /// last.
    case paged(chat: ChatID, messages: [Message], gap: Int64, waiting: Int)
    /// The connection is up: send the read receipts that the server does not have yet.
    case tellingReads
}

/// The end of a chat that has lost a message.
public struct ShortenedChat: Hashable, Sendable {
    public var chat: ChatID
    /// The last message that is left; `nil` if there is none.
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
