/// Events of the search for people as a name is typed.
public enum SearchEvent: Hashable, Sendable {
    /// Search for this text; an empty one ends the search.
    case searching(query: String)
    /// Matches from one source, the store or the server.
    case found(FoundPeople)
    /// Suggestions for a name for which no chat was created.
    case offered(FoundPeople)
}

/// People who match the text of a search.
public struct FoundPeople: Hashable, Sendable {
    public var query: String
    /// Their names.
    public var contacts: [String]

    public init(query: String, contacts: [String]) {
        self.query = query
        self.contacts = contacts
    }
}
