/// The search of each window.
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

    /// Shows these suggestions in place of search results, and cancels the search.
    mutating func offer(_ people: FoundPeople, in window: WindowID) -> Consequences {
        windows[window] = Search(query: people.query, candidates: people.contacts)
        return Consequences(effects: [Effect(.suggestions(window), .cancel), Effect(.search(window), .cancel)])
    }

    mutating func find(_ people: FoundPeople, in window: WindowID) { windows[window].find(people) }
}

/// A query and its matches.
struct Search {
    /// The most candidates that are shown.
    static let limit = 10

    let query: String
    private(set) var candidates: [String] = []
    /// How many sources have not answered yet.
    private(set) var waiting = 0

    init(query: String = "") {
        self.query = query
        if !query.isEmpty { waiting = 2 }
    }

    /// Shows given candidates; no source is asked.
    init(query: String, candidates: [String]) {
        self.query = query
        self.candidates = Array(candidates.prefix(Self.limit))
    }

    /// Adds the matches from one source, without duplicates; ignores an answer to an earlier query. The store answers
    /// first, so people chatted with come first.
    mutating func find(_ people: FoundPeople) {
        guard people.query == query, !query.isEmpty else { return }
        waiting = max(0, waiting - 1)
        for contact in people.contacts where !candidates.contains(contact) && candidates.count < Self.limit {
            candidates.append(contact)
        }
    }
}
