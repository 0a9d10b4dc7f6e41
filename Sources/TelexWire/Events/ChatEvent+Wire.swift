import TelexCore

extension ChatEvent {
    static let forms = [
        EventForm("chat.started") {
            .chat(.started)
        } take: {
            $0 == .chat(.started) ? () : nil
        },
        EventForm("chat.loaded", Member<[Chat]>("chats")) {
            .chat(.loaded(chats: $0))
        } take: {
            if case .chat(.loaded(let chats)) = $0 { chats } else { nil }
        }
        .fromInside,
        EventForm("chat.loadFailed", Member<String>("reason")) {
            .chat(.loadFailed(reason: $0))
        } take: {
            if case .chat(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
        EventForm("chat.synced", Member<[ServerChat]>("chats")) {
            .chat(.synced(chats: $0))
        } take: {
            if case .chat(.synced(let chats)) = $0 { chats } else { nil }
        }
        .fromNetwork,
        EventForm("chat.listing", Member<Int>("rows")) {
            .chat(.listing(rows: $0))
        } take: {
            if case .chat(.listing(let rows)) = $0 { rows } else { nil }
        },
        EventForm("chat.creating", Member<String>("contact")) {
            .chat(.creating(contact: $0))
        } take: {
            if case .chat(.creating(let contact)) = $0 { contact } else { nil }
        },
        EventForm("chat.created", Member<ChatID>("chat"), Member<String>("contact")) {
            .chat(.created(chat: $0, contact: $1))
        } take: {
            if case .chat(.created(let chat, let contact)) = $0 { (chat, contact) } else { nil }
        }
        .fromNetwork,
        EventForm("chat.createChatFailed", Member<String>("reason")) {
            .chat(.createChatFailed(reason: $0))
        } take: {
            if case .chat(.createChatFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromNetwork,
    ]
}
