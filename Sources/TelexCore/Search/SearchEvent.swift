/// Looking for people as a name is typed.
public enum SearchEvent: Hashable, Sendable {
    /// What stands in the field; empty ends the search.
    case searching(query: String)
    /// People who match, from one of those who were asked.
    case found(query: String, contacts: [String])
    /// These people may be meant by a name that was typed.
    case offered(query: String, [String])
}

extension SearchEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .searching, .found, .offered: .none
        }
    }

    func filled(_ values: [Blank: String]) -> SearchEvent {
        switch self {
        case .searching(let query): .searching(query: values[.query] ?? query)
        case .found, .offered: self
        }
    }
}
