import TelexJSON

/// Events of the search for people as a name is typed.
public enum SearchEvent: Hashable, Sendable {
    /// Look for people by the beginning of a name. An empty `query` ends the search.
    case searching(query: String)
    /// These chats and people match.
    case found(FoundPeople)
    /// Open a chat that a search found. Closes the form that starts a chat.
    case opening(chat: ChatID)
    /// Suggestions for a name for which no chat was created.
    case offered(FoundPeople)
}

extension SearchEvent: WireCases {
    package static var samples: [SearchEvent] { [.searching(query: ""), .found(.blank), .opening(chat: "")] }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> SearchEvent {
        switch self {
        case .searching(let query):
            try visitor.event("search.searching", .look, Self.searching(query:), query, in: "query")
        case .found(let people): try visitor.event("search.found", .network, Self.found, people)
        case .opening(let chat): try visitor.event("search.opening", .look, Self.opening(chat:), chat, in: "chatId")
        case .offered: self
        }
    }
}

/// People who match the text of a search.
public struct FoundPeople: Hashable, Sendable {
    public var query: String
    /// The chats that we are in, each under a name that matches.
    public var chats: [TitledChat]
    /// The people whom the server can start a chat with, by names that it accepts.
    public var recipients: [String]

    public init(query: String, chats: [TitledChat] = [], recipients: [String] = []) {
        self.query = query
        self.chats = chats
        self.recipients = recipients
    }
}

extension FoundPeople: WireRecord {
    public static var blank: FoundPeople { FoundPeople(query: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("chats", &chats, default: [])
        try visitor.visit("recipients", &recipients)
    }
}
