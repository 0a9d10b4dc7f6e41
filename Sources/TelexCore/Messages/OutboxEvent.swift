/// Events of our unsent messages.
public enum OutboxEvent: Hashable, Sendable {
    /// Messages of an earlier run were loaded that are unsent or to be deleted.
    case loaded(messages: [Message])
    /// There is no connection: keep the message, and send it later.
    case queued(MessageKey)
    /// Retry a message that failed.
    case retrying(MessageKey)
    /// The connection is up: send the waiting messages, in order.
    case resuming
}

extension OutboxEvent {
    var requirements: StampRequirements {
        switch self {
        case .loaded(let messages):
            StampRequirements(lastPlace: messages.map { MessagePosition.order(of: $0.position) }.max() ?? 0)
        case .queued, .retrying, .resuming: .none
        }
    }
}
