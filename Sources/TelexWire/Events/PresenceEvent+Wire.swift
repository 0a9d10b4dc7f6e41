import TelexCore

extension PresenceEvent {
    static let forms = [
        EventForm("presence.typing", Member<ChatID>("chat"), Member<String?>("author")) {
            .presence(.typing(chat: $0, author: $1))
        } take: {
            if case .presence(.typing(let chat, let author)) = $0 { (chat, author) } else { nil }
        }
        .fromNetwork,
        EventForm("presence.stoppedTyping", Member<ChatID>("chat"), Member<String?>("author")) {
            .presence(.stoppedTyping(chat: $0, author: $1))
        } take: {
            if case .presence(.stoppedTyping(let chat, let author)) = $0 { (chat, author) } else { nil }
        }
        .fromNetwork,
        EventForm("presence.userTyping", Member<ChatID>("chat")) {
            .presence(.userTyping(chat: $0))
        } take: {
            if case .presence(.userTyping(let chat)) = $0 { chat } else { nil }
        },
    ]
}
