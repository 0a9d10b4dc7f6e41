/// Events of our unsent messages.
public enum OutboxEvent: Hashable, Sendable {
    /// Messages of an earlier run were loaded that are unsent or to be deleted.
    case loaded(messages: [Message])
    /// There is no connection, or the server cannot accept the message now: keep it, and send it later.
    case queued(QueuedMessage)
    /// Retry a message that failed.
    case retrying(MessageKey)
    /// The connection is up: send what waited for it, in order.
    case resuming
    /// The wait of a message has ended: send it, and those after it.
    case cameDue
}

extension OutboxEvent {
    var requirements: StampRequirements {
        switch self {
        case .loaded(let messages):
            StampRequirements(lastPlace: messages.map { MessagePosition.order(of: $0.position) }.max() ?? 0)
        case .queued, .retrying, .resuming, .cameDue: .none
        }
    }
}

/// A message of ours that could not be sent now.
public struct QueuedMessage: Hashable, Sendable {
    public var key: MessageKey
    /// Whether the server may have it, because an attempt to send it began.
    public var isAttempted: Bool
    /// Why it waits although there is a connection; `nil` if there is none, or it waits for another message.
    public var hold: Hold?

    public init(chat: ChatID, message: MessageID, isAttempted: Bool = false, hold: Hold? = nil) {
        key = MessageKey(chat: chat, message: message)
        self.isAttempted = isAttempted
        self.hold = hold
    }
}
