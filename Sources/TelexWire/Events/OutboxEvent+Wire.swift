import TelexCore

extension OutboxEvent: WireCases {
    static var samples: [OutboxEvent] { [.loaded(messages: []), .queued(.blank), .retrying(.blank)] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> OutboxEvent {
        switch self {
        case .loaded(let messages):
            .loaded(
                messages: try visitor.event(
                    "outbox.loaded", .inside, "The store has these unsent messages.", "messages", messages))
        case .queued(let key):
            .queued(
                try visitor.event(
                    "outbox.queued", .network, "There is no connection. The message is stored and sent later.", key))
        case .retrying(let key):
            .retrying(try visitor.event("outbox.retrying", .user, "Send a refused message again.", key))
        case .resuming: self
        }
    }
}
