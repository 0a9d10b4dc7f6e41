import TelexCore

extension PresenceEvent {
    static let forms = [
        EventForm("presence.typingStarted", Member<ChatID>("chatId"), Member<String?>("senderName")) {
            .presence(.typingStarted(chat: $0, senderName: $1))
        } take: {
            if case .presence(.typingStarted(let chat, let senderName)) = $0 { (chat, senderName) } else { nil }
        }
        .fromNetwork,
        EventForm("presence.typingStopped", Member<ChatID>("chatId"), Member<String?>("senderName")) {
            .presence(.typingStopped(chat: $0, senderName: $1))
        } take: {
            if case .presence(.typingStopped(let chat, let senderName)) = $0 { (chat, senderName) } else { nil }
        }
        .fromNetwork,
        EventForm("presence.typing", Member<ChatID>("chatId")) {
            .presence(.typing(chat: $0))
        } take: {
            if case .presence(.typing(let chat)) = $0 { chat } else { nil }
        },
    ]
}
