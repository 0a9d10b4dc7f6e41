/// Events of the search for messages.
public enum MessageSearchEvent: Hashable, Sendable {
    /// Search for messages; an empty text ends the search.
    case searching(query: String)
    /// Show so many of those found.
    case listing(rows: Int)
    /// Open the chat of a message, around it.
    case opening(MessageKey)
    /// The chat is open: show the messages around this one.
    case opened(MessageKey)
    /// The store has these.
    case found(FoundPage)
    /// The store has counted some.
    case counted(FoundCount)
    /// The search failed.
    case failed(reason: String)
}

extension MessageSearchEvent {
    var requirements: StampRequirements {
        switch self {
        case .opening(let key), .opened(let key): .stored(key)
        case .searching, .listing, .found, .counted, .failed: .none
        }
    }
}
