/// What happens to the list of chats, and to the form that makes a new one.
public enum ChatEvent: Hashable, Sendable {
    /// Telex has started: load what is on disk.
    case started
    /// The store has these chats.
    case loaded(chats: [Chat])
    /// The store could not be read.
    case loadFailed(reason: String)
    /// The server has these chats.
    case synced(chats: [ServerChat])
    /// Show this many rows of the list.
    case listing(rows: Int)
    /// Make a chat with this person.
    case creating(contact: String)
    /// The server has made the chat, or had it already.
    case created(chat: ChatID, contact: String)
    /// The server has not made the chat.
    case createChatFailed(reason: String)
    /// The form was left.
    case createChatCancelled
}

extension ChatEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .started, .loaded, .loadFailed, .synced, .listing, .creating, .created, .createChatFailed,
            .createChatCancelled:
            .none
        }
    }

    func filled(_ values: [Blank: String]) -> ChatEvent {
        switch self {
        case .creating(let contact): .creating(contact: values[.contact] ?? contact)
        case .started, .loaded, .loadFailed, .synced, .listing, .created, .createChatFailed, .createChatCancelled: self
        }
    }
}
