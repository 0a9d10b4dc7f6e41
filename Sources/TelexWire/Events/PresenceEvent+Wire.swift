import TelexCore

extension PresenceEvent {
    static let forms = [
        EventForm(
            "presence.typingStarted", "A person has started to type.", Member<ChatID>("chatId"),
            Member<UserID?>("senderId")
        ) {
            .presence(.typingStarted(chat: $0, sender: $1))
        } take: {
            if case .presence(.typingStarted(let chat, let sender)) = $0 { (chat, sender) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "presence.typingStopped", "A person has stopped typing.", Member<ChatID>("chatId"),
            Member<UserID?>("senderId")
        ) {
            .presence(.typingStopped(chat: $0, sender: $1))
        } take: {
            if case .presence(.typingStopped(let chat, let sender)) = $0 { (chat, sender) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "presence.typing", "Tell the others that we are typing, in the open chat. Repeat it every few seconds.",
            Member<ChatID>("chatId")
        ) {
            .presence(.typing(chat: $0))
        } take: {
            if case .presence(.typing(let chat)) = $0 { chat } else { nil }
        },
    ]
}
