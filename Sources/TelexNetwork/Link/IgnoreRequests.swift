import TelexCore

/// Requests to keep whom we ignore. One is under way, and the others wait, so that the server applies them in order.
package struct IgnoreRequests: Sendable {
    /// A request of the core.
    package struct Wish: Hashable, Sendable {
        package let user: UserID
        package let isIgnored: Bool
        package let effect: Int

        package init(user: UserID, isIgnored: Bool, effect: Int) {
            self.user = user
            self.isIgnored = isIgnored
            self.effect = effect
        }
    }

    private var isUnderway = false
    private var waiting: [Wish] = []

    package init() {}

    /// - Returns: whether to send the request now. One for the same user that waited is dropped: the core has cancelled it.
    package mutating func add(_ wish: Wish) -> Bool {
        if !isUnderway {
            isUnderway = true
            return true
        }
        waiting.removeAll { $0.user == wish.user }
        waiting.append(wish)
        return false
    }

    /// Notes that a request has ended.
    ///
    /// - Returns: the next request to send.
    package mutating func end() -> Wish? {
        isUnderway = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
