import TelexCore

extension MessageEvent {
    static let forms = [
        EventForm("message.sending", Member<ChatID>("chat"), Member<String>("text"), Member<MessageID?>("message")) {
            .message(.sending(chat: $0, text: $1, message: $2))
        } take: {
            if case .message(.sending(let chat, let text, let message)) = $0 { (chat, text, message) } else { nil }
        },
        EventForm("message.sent", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.sent(chat: $0, message: $1))
        } take: {
            if case .message(.sent(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "message.failedSending", Member<ChatID>("chat"), Member<MessageID>("message"), Member<String>("reason")
        ) {
            .message(.failedSending(chat: $0, message: $1, reason: $2))
        } take: {
            if case .message(.failedSending(let chat, let message, let reason)) = $0 {
                (chat, message, reason)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm("message.delivered", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.delivered(chat: $0, message: $1))
        } take: {
            if case .message(.delivered(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm("message.received", of: IncomingMessage.self) {
            .message(.received($0))
        } take: {
            if case .message(.received(let incoming)) = $0 { incoming } else { nil }
        }
        .fromNetwork,
        EventForm("message.userReads", Member<ChatID>("chat")) {
            .message(.userReads(chat: $0))
        } take: {
            if case .message(.userReads(let chat)) = $0 { chat } else { nil }
        },
        EventForm("message.userRead", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.userRead(chat: $0, message: $1))
        } take: {
            if case .message(.userRead(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm("message.otherRead", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.otherRead(chat: $0, message: $1))
        } take: {
            if case .message(.otherRead(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
    ]
}
