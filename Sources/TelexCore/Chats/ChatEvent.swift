/// Events of the chat list and of the create-chat form.
public enum ChatEvent: Hashable, Sendable {
    /// Load the chats from the store, at startup or on retry.
    case loading
    /// These chats were loaded from the store. `others` counts those that it has besides.
    case loaded(chats: [Chat], others: OtherChats = OtherChats())
    /// The store could not be read.
    case loadFailed(reason: String)
    /// The server lists these chats.
    case synced(chats: [ServerChat])
    /// Show this many rows of the list.
    case listing(rows: Int)
    /// Keep what was typed in a chat and not sent; empty text removes it.
    case drafting(chat: ChatID, text: String)
    /// Create a chat with this person.
    case creating(recipient: String)
    /// The server created the chat, or it already existed.
    case created(chat: ChatID, title: String)
    /// The server did not create the chat. `recipients` are possible matches for the name. `canKnock` is true if the
    /// chat exists and accepts requests to join.
    case createFailed(reason: String, recipients: [String] = [], canKnock: Bool = false)
    /// Ask to join a chat that accepts requests.
    case knocking(recipient: String)
    /// The server has our request to join.
    case knocked(chat: ChatID, title: String)
    /// The form was closed.
    case createCancelled
}

extension ChatEvent {
    func filled(_ values: [Blank: String]) -> ChatEvent {
        switch self {
        case .creating(let recipient): .creating(recipient: values[.recipient] ?? recipient)
        case .drafting(let chat, let text): .drafting(chat: chat, text: values[.text] ?? text)
        case .loading, .loaded, .loadFailed, .synced, .listing, .created, .createFailed, .knocking, .knocked,
            .createCancelled:
            self
        }
    }
}
