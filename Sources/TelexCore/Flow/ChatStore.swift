import Foundation

/// The port to the disk. It returns plain values, and hides the database.
///
/// It is called only from the thread that owns `Telex`.
public protocol ChatStore: AnyObject {
    /// The highest position of a stored message; 0 if there is none.
    func lastPosition() throws -> Int64
    /// Those of the messages that are stored, with their positions and contents.
    func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage]
    /// Those of the messages that are stored. Messages of other chats are returned if this one has none with that id.
    func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage]
    /// The reactions that came before these messages.
    func earlyReactions(to messages: [MessageID], in chat: ChatID) throws -> [MessageID: [Reaction]]
    /// Those of the messages that are stored; made for large batches.
    func stored(_ messages: [MessageKey]) throws -> Set<MessageKey>
    /// Commits all the changes or none of them.
    func commit(_ changes: [StoreChange]) throws
    /// Runs a query, and returns the event with its result.
    func load(_ query: StoreQuery) throws -> Event
}

/// A change to store. Large values are indirect, because a change is passed on many times before it is stored.
public enum StoreChange: Hashable, Sendable {
    /// The chat's summary without its members, new or changed.
    indirect case chat(Chat)
    /// The members of the chat.
    case members(ChatID, Members)
    /// The chat was removed, with everything in it.
    case chatRemoved(ChatID)
    /// A new message.
    indirect case message(Message)
    /// A message older than those in the store. The inbox leaves it out.
    indirect case earlier(Message)
    /// Our message has a new delivery state and, unless it is `nil`, a new position.
    case marked(ChatID, MessageID, Message.Delivery, at: Int64? = nil)
    /// The message was edited or deleted.
    indirect case revised(ChatID, MessageID, MessageContent)
    /// A message of ours that is not sent was edited, or the edit was made: its content, pending text and delivery state.
    indirect case rewritten(Message)
    /// Our message was removed before the server had it.
    case removed(ChatID, MessageID)
    /// A reaction to a message that is not stored was added or removed. It is deleted when the message is stored.
    case earlyReaction(ChatID, MessageID, Reaction, isAdded: Bool)
    /// Messages are missing in the chat before this position; the backend loads them by the token. `nil` closes the
    /// gap.
    case gap(ChatID, at: Int64, token: String?)
    /// The other party has received our messages up to this position.
    case delivered(ChatID, upTo: Int64)
    /// The other party has read our messages up to this position.
    case otherRead(ChatID, upTo: Int64)
    /// The contact, new or changed.
    indirect case contact(Contact)
    case contactRemoved(ContactID)
    /// The reminder, new or changed.
    indirect case reminder(Reminder)
    case reminderRemoved(ReminderID)
    /// Whether we ignore somebody.
    case ignored(IgnoredPerson)
    /// Whether others see what we read in chats without a setting of their own, and that we type.
    case sendsReceipts(Bool)
    /// A value of a backend's own state, which it reads from the store (`LinkStore`) when it next starts.
    case link(name: String, value: String)
}

/// A query to the store.
public enum StoreQuery: Hashable, Sendable {
    /// The chats, most recent first: so many, or all of them; answered by `chat.loaded`.
    case chats(first: Int?)
    /// Our unsent messages, and those that are to be deleted; answered by `outbox.loaded`.
    case outbox
    /// The last messages of a chat, before a position if one is given; answered by `history.loaded`.
    case history(ChatID, before: Int64?, limit: Int)
    /// The first messages of a chat after a position, up to the next gap; if the gap follows directly, those after it.
    /// Answered by `history.loaded`.
    case newerHistory(ChatID, after: Int64, limit: Int)
    /// The messages of a chat around a position, between the gaps before and after it. Answered by `history.loaded`.
    case historyAround(ChatID, Int64, limit: Int)
    /// The last message of a chat, after one was removed; answered by `activity.shortened`.
    case end(ChatID)
    /// The messages stored after a cursor, in order of arrival; answered by `inbox.loaded`. For `nil`, the current end
    /// and no messages.
    case inbox(after: InboxCursor?, limit: Int)
    /// All contacts; answered by `contact.loaded`.
    case allContacts
    /// All reminders; answered by `reminder.loaded`.
    case reminders
    /// The newest messages that match, before a place if one is given; answered by `messageSearch.found`.
    case found(MessageQuery, before: FoundPlace?, limit: Int)
    /// A part of the count of all messages that match, with the newest of the part; answered by
    /// `messageSearch.counted`.
    case foundCount(MessageQuery, from: CountPlace?, limit: Int)
    /// Those of the messages that a server found which are not stored, each with the stored message before which it is
    /// missing; answered by `messageSearch.serverChecked`.
    case unstored(ServerPage)
    /// Those of the files that no message names; answered by `file.unused`.
    case unusedFiles(among: [FileID])
    /// The chats that we are in, matched by the start of any word of their title or of their contact's name, those with
    /// the latest messages first; answered by `search.found`.
    case contacts(String, limit: Int)

    /// The event that reports the failure of the query.
    public func failure(_ reason: String) -> Event {
        switch self {
        case .chats, .outbox: .chat(.loadFailed(reason: reason))
        case .history(let chat, _, _), .newerHistory(let chat, _, _), .historyAround(let chat, _, _):
            .history(.loadFailed(ChatFailure(chat: chat, reason: reason)))
        case .end(let chat): .history(.loadFailed(ChatFailure(chat: chat, reason: reason)))
        case .inbox: .inbox(.loadFailed(reason: reason))
        case .found, .foundCount: .messageSearch(.failed(reason: reason))
        case .unstored(let page): .messageSearch(.serverFailed(SearchFailure(text: page.text, reason: reason)))
        case .reminders: .reminder(.loadFailed(reason: reason))
        case .allContacts: .contact(.loadFailed(reason: reason))
        case .unusedFiles: .file(.unused(ids: []))
        case .contacts(let query, _): .search(.found(FoundPeople(query: query)))
        }
    }
}
