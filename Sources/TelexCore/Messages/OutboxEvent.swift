import TelexJSON

/// Events of our unsent messages.
public enum OutboxEvent: Hashable, Sendable {
    /// The store has these unsent messages.
    ///
    /// They are from an earlier run. Some are to be deleted.
    case loaded(messages: [Message])
    /// The message is stored, and will be sent later: there is no connection, or `hold` gives the reason. With
    /// `isAttempted`, the server may already have the message.
    case queued(QueuedMessage)
    /// Send a refused message again.
    case retrying(MessageKey)
    /// The connection is up: send what waited for it, in order.
    case resuming
    /// The wait of a message has ended: send it, and those after it.
    case cameDue
}

extension OutboxEvent: WireCases {
    package static var samples: [OutboxEvent] { [.loaded(messages: []), .queued(.blank), .retrying(.blank)] }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> OutboxEvent {
        switch self {
        case .loaded(let messages):
            try visitor.event("outbox.loaded", .inside, Self.loaded(messages:), messages, in: "messages")
        case .queued(let queued): try visitor.event("outbox.queued", .network, Self.queued, queued)
        case .retrying(let key): try visitor.event("outbox.retrying", .user, Self.retrying, key)
        case .resuming, .cameDue: self
        }
    }
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
    /// Whether the server may have a message, because an attempt to send it began.
    public var isAttempted: Bool
    /// Why a message waits although there is a connection, and until when.
    ///
    /// `nil` if there is none, or it waits for another message.
    public var hold: Hold?

    public init(chat: ChatID, message: MessageID, isAttempted: Bool = false, hold: Hold? = nil) {
        key = MessageKey(chat: chat, message: message)
        self.isAttempted = isAttempted
        self.hold = hold
    }
}

extension QueuedMessage: WireRecord {
    public static var blank: QueuedMessage { QueuedMessage(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("isAttempted", &isAttempted, default: false)
        try visitor.visit(optional: "hold", &hold)
    }
}
