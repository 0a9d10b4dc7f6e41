/// The searches of the windows.
struct SearchModel: WindowKeeping {
    var windows = Windows(Search())

    mutating func change(_ query: String, in window: WindowID) -> Consequences {
        windows[window] = Search(query: query)
        guard !query.isEmpty else {
            return Consequences(effects: [Effect(.suggestions(window), .cancel), Effect(.search(window), .cancel)])
        }
        return Consequences(effects: [
            Effect(.suggestions(window), .load(.contacts(query, limit: Search.limit))),
            Effect(.search(window), .ask(.search(query))),
        ])
    }

    /// Shows these people, in place of those who were looked for.
    mutating func offer(_ query: String, _ contacts: [String], in window: WindowID) -> Consequences {
        windows[window] = Search(query: query, candidates: contacts)
        return Consequences(effects: [Effect(.suggestions(window), .cancel), Effect(.search(window), .cancel)])
    }

    mutating func find(_ query: String, _ contacts: [String], in window: WindowID) {
        windows[window].find(query, contacts)
    }
}

/// A query as it is typed, and the people who match.
struct Search {
    /// How many candidates are shown.
    static let limit = 10

    let query: String
    private(set) var candidates: [String] = []
    /// How many of those who were asked have not answered.
    private(set) var waiting = 0

    init(query: String = "") {
        self.query = query
        if !query.isEmpty { waiting = 2 }
    }

    /// People who may be meant, for whom nobody is asked.
    init(query: String, candidates: [String]) {
        self.query = query
        self.candidates = Array(candidates.prefix(Self.limit))
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
