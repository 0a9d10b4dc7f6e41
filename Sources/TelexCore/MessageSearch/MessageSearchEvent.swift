/// Events of the search for messages.
public enum MessageSearchEvent: Hashable, Sendable {
    /// Search for messages by words and by the filters `in:`, `from:`, `before:`, `after:` and `has:`. Telex searches
    /// here, and then on the server if it can. An empty `query` ends the search.
    case searching(MessageSearching)
    /// Show this many of the messages found.
    case listing(rows: Int)
    /// Open the chat of a message, around it.
    case opening(MessageKey)
    /// The chat is open: show the messages around this one.
    case opened(MessageKey)
    /// The store has these messages.
    case found(FoundPage)
    /// The store has counted the messages found in a part of it.
    case counted(FoundCount)
    /// The store could not be searched.
    case failed(reason: String)
    /// Have the server find older messages.
    case searchingServer
    /// The server finds these messages, newest first. Stored ones are not shown again.
    case serverFound(ServerPage)
    /// Of the messages that the server found, the store does not have these.
    case serverChecked(ServerPage)
    /// The server did not search.
    case serverFailed(SearchFailure)
}

/// A search as a person begins it.
public struct MessageSearching: Hashable, Sendable {
    /// The text to search for.
    public var query: String
    /// Whether a search is not sent to the server.
    public var isLocal: Bool

    public init(query: String, isLocal: Bool = false) {
        self.query = query
        self.isLocal = isLocal
    }
}

extension MessageSearchEvent {
    var requirements: StampRequirements {
        switch self {
        case .opening(let key), .opened(let key): .stored(key)
        case .searching, .listing, .found, .counted, .failed, .searchingServer, .serverFound, .serverChecked,
            .serverFailed:
            .none
        }
    }
}
