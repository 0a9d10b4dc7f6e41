import TelexCore

extension OutboxEvent {
    static let forms = [
        EventForm(
            "outbox.loaded", "The store has these unsent messages.", Member<[Message]>("messages")
        ) {
            .outbox(.loaded(messages: $0))
        } take: {
            if case .outbox(.loaded(let messages)) = $0 { messages } else { nil }
        }
        .fromInside,
        EventForm(
            "outbox.queued", "There is no connection. The message is stored and sent later.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId")
        ) {
            .outbox(.queued(chat: $0, message: $1))
        } take: {
            if case .outbox(.queued(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "outbox.retrying", "Send a refused message again.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId")
        ) {
            .outbox(.retrying(chat: $0, message: $1))
        } take: {
            if case .outbox(.retrying(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
    ]
}
