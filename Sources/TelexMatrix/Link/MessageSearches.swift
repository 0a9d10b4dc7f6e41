import TelexCore

/// The searches for messages. One is under way and the others wait, because they are costly for the server.
struct MessageSearches: Sendable {
    /// A request of the core.
    struct Wish: Hashable, Sendable {
        let query: ServerQuery
        let effect: Int
    }

    private var isUnderway = false
    private var waiting: [Wish] = []

    /// - Returns: whether to send the request now.
    mutating func add(_ wish: Wish) -> Bool {
        if isUnderway { waiting.append(wish) }
        defer { isUnderway = true }
        return !isUnderway
    }

    /// Drops a request that waits.
    mutating func cancel(_ effect: Int) { waiting.removeAll { $0.effect == effect } }

    /// Notes that a request has ended.
    ///
    /// - Returns: the next request to send.
    mutating func end() -> Wish? {
        isUnderway = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
