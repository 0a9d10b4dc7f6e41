import TelexCore

extension SearchEvent {
    static let forms = [
        EventForm(
            "search.searching", "Look for people by the beginning of a name. An empty `query` ends the search.",
            Member<String>("query")
        ) {
            .search(.searching(query: $0))
        } take: {
            if case .search(.searching(let query)) = $0 { query } else { nil }
        }
        .looking,
        EventForm("search.found", "These people match.", Member<String>("query"), Member<[String]>("recipients")) {
            .search(.found(query: $0, contacts: $1))
        } take: {
            if case .search(.found(let query, let contacts)) = $0 { (query, contacts) } else { nil }
        }
        .fromNetwork,
    ]
}
