/// The state of the autocomplete: a query, and whom it has found.
struct SearchModel {
    /// How many candidates are shown.
    static let limit = 10

    private(set) var query = ""
    private(set) var candidates: [String] = []
    /// How many of those who were asked have not answered.
    private(set) var waiting = 0

    mutating func change(_ query: String) -> Consequences {
        self.query = query
        candidates = []
        waiting = 0
        guard !query.isEmpty else {
            return Consequences(effects: [Effect(.suggestions, .cancel), Effect(.search, .cancel)])
        }
        waiting = 2
        return Consequences(effects: [
            Effect(.suggestions, .load(.contacts(query, limit: Self.limit))),
            Effect(.search, .ask(.search(query))),
        ])
    }

    /// Adds whom somebody found, people chatted with first since the store answers first; an answer to an earlier
    /// query is too late.
    mutating func find(_ query: String, _ contacts: [String]) {
        guard query == self.query, !query.isEmpty else { return }
        waiting = max(0, waiting - 1)
        for contact in contacts where !candidates.contains(contact) && candidates.count < Self.limit {
            candidates.append(contact)
        }
    }
}
