import TelexJSON

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

extension MessageSearchEvent: WireCases {
    package static var samples: [MessageSearchEvent] {
        [
            .searching(.blank), .listing(rows: 0), .opening(.blank), .found(.blank), .counted(.blank),
            .failed(reason: ""), .searchingServer, .serverFound(.blank), .serverChecked(.blank), .serverFailed(.blank),
        ]
    }

    package func visited<Visitor: MemberVisitor>(
        by visitor: inout Visitor
    ) throws(Visitor.Failure) -> MessageSearchEvent {
        switch self {
        case .searching(let search): try visitor.event("messageSearch.searching", .look, Self.searching, search)
        case .listing(let rows):
            try visitor.event("messageSearch.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .opening(let key): try visitor.event("messageSearch.opening", .look, Self.opening, key)
        case .opened: self
        /// Some of the messages that a search found. Only in recordings.
        case .found(let page): try visitor.event("messageSearch.found", .inside, Self.found, page, in: "foundPage")
        case .counted(let count):
            /// A part of the count of the messages found. Only in recordings.
            try visitor.event("messageSearch.counted", .inside, Self.counted, count, in: "countedPart")
        case .failed(let reason):
            try visitor.event("messageSearch.failed", .inside, Self.failed(reason:), reason, in: "reason")
        case .searchingServer: try visitor.event("messageSearch.searchingServer", .look, self)
        case .serverFound(let page): try visitor.event("messageSearch.serverFound", .network, Self.serverFound, page)
        case .serverChecked(let page):
            try visitor.event("messageSearch.serverChecked", .inside, Self.serverChecked, page)
        case .serverFailed(let failure):
            try visitor.event("messageSearch.serverFailed", .network, Self.serverFailed, failure)
        }
    }
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

extension MessageSearching: WireRecord {
    public static var blank: MessageSearching { MessageSearching(query: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("isLocal", &isLocal, default: false)
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
