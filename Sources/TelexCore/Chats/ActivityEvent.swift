/// What goes on inside a chat, as far as its line in the list, and the badge, show it.
public enum ActivityEvent: Hashable, Sendable {
    /// A message has come into the chat, from either side. `title` is the chat's name, should the chat be new;
    /// `notifying` are the windows that do not show it.
    case messaged(Message, title: String?, notifying: [WindowID])
    /// The server has a message of ours, which stands at this place; the last one `waiting` stands behind it.
    case placed(chat: ChatID, message: MessageID, at: Int64, waiting: Message?)
    /// A message of the chat, which stands where `known` has it, says something else now, or is deleted.
    case revised(chat: ChatID, message: MessageID, known: KnownMessage, content: MessageContent)
    /// We have read everything in the chat.
    case readAll(chat: ChatID)
    /// The server knows that we, or another device of ours, have read up to this place; `unread` messages stand after it.
    case readElsewhere(chat: ChatID, upTo: Int64, unread: UnreadCount)
    /// The server counts this many messages as unread, those included that are not here.
    case counted(chat: ChatID, unread: UnreadCount)
    /// Messages were loaded that stand before others, if there are any, and the chat's last gap is at `gap` now, 0 for
    /// none. `waiting` counts our messages that the server does not have yet; they stay last.
    case paged(chat: ChatID, messages: [Message], gap: Int64, waiting: Int)
    /// There is a connection: tell the server what we have read and it does not know of.
    case tellingReads
}
