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
        windows[window] = Search(query: people.query, recipients: people.recipients)
        return Consequences(effects: [Effect(.suggestions(window), .cancel), Effect(.search(window), .cancel)])
    }

    mutating func find(_ people: FoundPeople, _ chats: ChatLookup, in window: WindowID) {
        windows[window].find(people, chats)
    }
}

/// A query and its matches.
struct Search {
    /// The most candidates that are shown.
    static let limit = 10

    let query: String
    private(set) var candidates: [Candidate] = []
    /// How many sources have not answered yet.
    private(set) var waiting = 0

    /// A chat that we are in, a person whom the server can start one with, or both.
    struct Candidate: Hashable {
        var chat: TitledChat?
        /// The name by which the server knows the person; `nil` if it has not listed any.
        var recipient: String?
    }

    init(query: String = "") {
        self.query = query
        if !query.isEmpty { waiting = 2 }
    }

    /// Shows given people; no source is asked.
    init(query: String, recipients: [String]) {
        self.query = query
        for recipient in recipients { add(Candidate(recipient: recipient)) }
    }

    /// Adds the matches from one source; ignores an answer to an earlier query. The store answers first, so chats come
    /// first.
    mutating func find(_ people: FoundPeople, _ chats: ChatLookup) {
        guard people.query == query, !query.isEmpty else { return }
        waiting = max(0, waiting - 1)
        for chat in people.chats { add(Candidate(chat: chat)) }
        for recipient in people.recipients {
            let known = candidates.firstIndex {
                $0.recipient == nil && $0.chat.flatMap { chats.heading($0.chat) }?.isDirect(with: recipient) == true
            }
            if let known { candidates[known].recipient = recipient } else { add(Candidate(recipient: recipient)) }
        }
    }

    private mutating func add(_ candidate: Candidate) {
        // A name that the form refuses could not be chosen.
        if candidate.recipient.flatMap(CreateChatUseCase.refusal) != nil { return }
        if candidates.count < Self.limit, !candidates.contains(candidate) { candidates.append(candidate) }
    }
}
