/// What happens to our messages that have not gone out.
public enum OutboxEvent: Hashable, Sendable {
    /// These were left from an earlier run.
    case loaded(messages: [Message])
    /// There is no connection: the message is kept, and goes out later.
    case queued(chat: ChatID, message: MessageID)
    /// Send a message again that was refused.
    case retrying(chat: ChatID, message: MessageID)
    /// There is a connection: send what waits, in order.
    case resuming
}

extension OutboxEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .loaded(let messages):
            StampRequirements(lastPlace: messages.map { Place.order(of: $0.position) }.max() ?? 0)
        case .queued, .retrying, .resuming: .none
        }
    }

    /// No action of this subject has blanks.
    func filled(_ values: [Blank: String]) -> OutboxEvent { self }
}
