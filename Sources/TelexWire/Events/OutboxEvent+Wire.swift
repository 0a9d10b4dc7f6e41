import TelexCore
import TelexJSON

extension OutboxEvent: WireCases {
    static var samples: [OutboxEvent] { [.loaded(messages: []), .queued(.blank), .retrying(.blank)] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> OutboxEvent {
        switch self {
        case .loaded(let messages):
            try visitor.event("outbox.loaded", .inside, Self.loaded(messages:), messages, in: "messages")
        case .queued(let queued): try visitor.event("outbox.queued", .network, Self.queued, queued)
        case .retrying(let key): try visitor.event("outbox.retrying", .user, Self.retrying, key)
        case .resuming, .cameDue: self
        }
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

extension Hold: WireRecord {
    public static var blank: Hold { Hold(reason: "", until: .distantPast) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &reason)
        try visitor.visit("retryDate", &until)
    }
}
