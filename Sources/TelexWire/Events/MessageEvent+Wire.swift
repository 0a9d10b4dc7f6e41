import TelexCore

extension MessageEvent {
    static let forms = [
        EventForm(
            "message.sending",
            "Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, "
                + "it answers that message of the chat; `spans` format the text, and mention users.",
            Member<ChatID>("chatId"), Member<String>("text"), Member<MessageID?>("messageId"),
            Member<MessageID?>("replyToId"), Member<[TextSpan]?>("spans")
        ) {
            .message(.sending(chat: $0, text: $1, message: $2, replyTo: $3, spans: $4 ?? []))
        } take: {
            if case .message(.sending(let chat, let text, let message, let replyTo, let spans)) = $0 {
                (chat, text, message, replyTo, spans.isEmpty ? nil : spans)
            } else {
                nil
            }
        },
        EventForm(
            "message.sent", "The server has our message.", Member<ChatID>("chatId"), Member<MessageID>("messageId")
        ) {
            .message(.sent(chat: $0, message: $1))
        } take: {
            if case .message(.sent(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "message.sendFailed", "The server has refused our message.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId"), Member<String>("reason")
        ) {
            .message(.sendFailed(chat: $0, message: $1, reason: $2))
        } take: {
            if case .message(.sendFailed(let chat, let message, let reason)) = $0 {
                (chat, message, reason)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "message.delivered", "The other person's device has received our messages up to this one.",
            Member<ChatID>("chatId"),
            Member<MessageID>("messageId")
        ) {
            .message(.delivered(chat: $0, message: $1))
        } take: {
            if case .message(.delivered(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "message.received", "A message has arrived. With `isOwn`, it is ours, from another device.",
            of: IncomingMessage.self
        ) {
            .message(.received($0))
        } take: {
            if case .message(.received(let incoming)) = $0 { incoming } else { nil }
        }
        .fromNetwork,
        EventForm("message.reading", "Mark all messages of a chat as read.", Member<ChatID>("chatId")) {
            .message(.reading(chat: $0))
        } take: {
            if case .message(.reading(let chat)) = $0 { chat } else { nil }
        },
        EventForm(
            "message.read", "The server knows that we have read up to this message, here or on another device.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId")
        ) {
            .message(.read(chat: $0, message: $1))
        } take: {
            if case .message(.read(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "message.readByOther", "The other person has read our messages up to this one.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId")
        ) {
            .message(.readByOther(chat: $0, message: $1))
        } take: {
            if case .message(.readByOther(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
    ]
}
