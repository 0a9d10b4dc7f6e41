import TelexCore

/// Keeps what changes a chat in order.
extension BackendLink {
    /// Performs the requests whose turn it is. Call it last: what fails at once lets the next one begin.
    mutating func beginNext() {
        while let turn = connection.changes.next(isOffline: connection.isWithoutServer) {
            if turn.isBarred {
                finish(turn.effect, turn.request.failed(LinkReason.unsentBeforeLeaving))
            } else if case .post(let message) = turn.request {
                post(message, turn.effect)
            } else {
                begin(turn.request, turn.effect)
            }
        }
    }
}

extension Connection {
    /// Whether there is no connection, and none is being made.
    fileprivate var isWithoutServer: Bool { if case .offline = state { true } else { false } }
}

extension Event? {
    /// Whether a request ended with it that the core keeps for later.
    var isPostponement: Bool {
        switch self {
        case .outbox(.queued), .revision(.postponed): true
        default: false
        }
    }
}
