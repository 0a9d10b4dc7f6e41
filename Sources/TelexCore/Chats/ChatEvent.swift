/// What happens to the list of chats, and to the form that makes a new one.
public enum ChatEvent: Hashable, Sendable {
    /// Load what is on disk: Telex has started, or the person retries.
    case loading
    /// The store has these chats.
    case loaded(chats: [Chat])
    /// The store could not be read.
    case loadFailed(reason: String)
    /// The server has these chats.
    case synced(chats: [ServerChat])
    /// Show this many rows of the list.
    case listing(rows: Int)
    /// Make a chat with this person.
    case creating(recipient: String)
    /// The server has made the chat, or had it already.
    case created(chat: ChatID, title: String)
    /// The server has not made the chat. These people may have been meant; where the chat is there, and takes requests to
    /// join, we can knock.
    case createFailed(reason: String, recipients: [String] = [], canKnock: Bool = false)
    /// Ask to join a chat that accepts requests.
    case knocking(recipient: String)
    /// The server has our request to join.
    case knocked(chat: ChatID, title: String)
    /// The form was left.
    case createCancelled
}

extension ChatEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .loading, .loaded, .loadFailed, .synced, .listing, .creating, .created, .createFailed, .knocking,
            .knocked, .createCancelled:
            .none
        }
    }

    func filled(_ values: [Blank: String]) -> ChatEvent {
        switch self {
        case .creating(let recipient): .creating(recipient: values[.recipient] ?? recipient)
        case .loading, .loaded, .loadFailed, .synced, .listing, .created, .createFailed, .knocking, .knocked,
            .createCancelled:
            self
        }
    }
}
