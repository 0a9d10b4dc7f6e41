import TelexCore

extension PresenceEvent {
    static let forms = [
        EventForm("presence.typing", Member<ChatID>("chat")) {
            .presence(.typing(chat: $0))
        } take: {
            if case .presence(.typing(let chat)) = $0 { chat } else { nil }
        },
        EventForm("presence.stoppedTyping", Member<ChatID>("chat")) {
            .presence(.stoppedTyping(chat: $0))
        } take: {
            if case .presence(.stoppedTyping(let chat)) = $0 { chat } else { nil }
        },
        EventForm("presence.userTyping", Member<ChatID>("chat")) {
            .presence(.userTyping(chat: $0))
        } take: {
            if case .presence(.userTyping(let chat)) = $0 { chat } else { nil }
        },
    ]
}
