/// Events of the search for messages.
public enum MessageSearchEvent: Hashable, Sendable {
    /// Search for messages; an empty text ends the search.
    case searching(MessageSearching)
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
    /// Have the server find older messages.
    case searchingServer
    /// The server has these.
    case serverFound(ServerPage)
    /// The store does not have these of them.
    case serverChecked(ServerPage)
    /// The server did not search.
    case serverFailed(SearchFailure)
}

/// A search as a person begins it.
public struct MessageSearching: Hashable, Sendable {
    /// Words and filters.
    public var query: String
    /// Whether the server is not asked.
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
