import Foundation

/// The port to the disk. It returns plain values: nobody but the store knows that there is a database.
///
/// It is called from one thread only, the one that owns `Telex`.
public protocol ChatStore: AnyObject {
    /// The highest place that a stored message has, 0 when there is none.
    func lastPosition() throws -> Int64
    /// Those of the messages that are stored, with where they stand.
    func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage]
    /// Those of the messages that are stored; for many at once.
    func stored(_ messages: [MessageKey]) throws -> Set<MessageKey>
    /// Writes all the changes or none of them.
    func commit(_ changes: [StoreChange]) throws
    /// Answers a query with the event that says so.
    func load(_ query: StoreQuery) throws -> Event
}

/// One thing to write down.
public enum StoreChange: Hashable, Sendable {
    /// The chat's summary without its members, new or changed.
    case chat(Chat)
    /// Who is in the chat.
    case members(ChatID, Members)
    /// The chat, with all that is in it.
    case chatRemoved(ChatID)
    /// The message, new or changed.
    case message(Message)
    /// A message that is older than those in the store. The inbox leaves it out.
    case earlier(Message)
    /// The message stands at another place.
    case moved(ChatID, MessageID, to: Int64)
    /// The message says something else now, or is deleted.
    case revised(ChatID, MessageID, MessageContent)
    /// Messages are missing in the chat before this place, for which the backend is asked with the token; for `nil` none
    /// are any more.
    case gap(ChatID, at: Int64, token: String?)
    /// The other has received our messages up to this place.
    case delivered(ChatID, upTo: Int64)
    /// The other has read our messages up to this place.
    case otherRead(ChatID, upTo: Int64)
    /// The contact, new or changed.
    case contact(Contact)
    case contactRemoved(ContactID)
    /// The reminder, new or changed.
    case reminder(Reminder)
    /// How far the backend has brought what it names; it asks the store for that itself when it next begins.
    case bookmark(name: String, value: String)
}

/// One thing to look up.
public enum StoreQuery: Hashable, Sendable {
    /// All chats, the latest first; answered by `chat.loaded`.
    case chats
    /// Our messages that have not gone out; answered by `outbox.loaded`.
    case outbox
    /// The last messages of a chat, before a place if one is given; answered by `history.loaded`.
    case history(ChatID, before: Int64?, limit: Int)
    /// The first messages of a chat after a place, up to where messages are missing; if they are missing there at once, those
    /// after the gap. Answered by `history.loaded`.
    case newerHistory(ChatID, after: Int64, limit: Int)
    /// The messages that came into the store after a place, in that order; answered by `inbox.loaded`. For `nil` the place
    /// up to which all have come, without messages.
    case inbox(after: InboxCursor?, limit: Int)
    /// All contacts; answered by `contact.loaded`.
    case allContacts
    /// All reminders; answered by `reminder.loaded`.
    case reminders
    /// People chatted with and contacts, by the start of any word of their name, those chatted with last first; answered
    /// by `search.found`.
    case contacts(String, limit: Int)

    /// The event that tells the same asker that the query failed.
    public func failure(_ reason: String) -> Event {
        switch self {
        case .chats, .outbox: .chat(.loadFailed(reason: reason))
        case .history(let chat, _, _), .newerHistory(let chat, _, _): .history(.loadFailed(chat: chat, reason: reason))
        case .inbox: .inbox(.loadFailed(reason: reason))
        case .reminders: .reminder(.loadFailed(reason: reason))
        case .allContacts: .contact(.loadFailed(reason: reason))
        case .contacts(let query, _): .search(.found(query: query, contacts: []))
        }
    }
}
