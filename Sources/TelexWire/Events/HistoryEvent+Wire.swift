import TelexCore

extension HistoryEvent {
    static let forms = [
        EventForm("history.opening", of: ChatHeading.self) {
            .history(.opening($0))
        } take: {
            if case .history(.opening(let heading)) = $0 { heading } else { nil }
        },
        EventForm("history.closing", Member<ChatID>("chat")) {
            .history(.closing(chat: $0))
        } take: {
            if case .history(.closing(let chat)) = $0 { chat } else { nil }
        },
        EventForm("history.loadingOlder", Member<ChatID>("chat")) {
            .history(.loadingOlder(chat: $0))
        } take: {
            if case .history(.loadingOlder(let chat)) = $0 { chat } else { nil }
        },
        EventForm("history.loaded", Member<HistoryPage>("page")) {
            .history(.loaded($0))
        } take: {
            if case .history(.loaded(let page)) = $0 { page } else { nil }
        },
        EventForm("history.failed", Member<ChatID>("chat"), Member<String>("reason")) {
            .history(.failed(chat: $0, reason: $1))
        } take: {
            if case .history(.failed(let chat, let reason)) = $0 { (chat, reason) } else { nil }
        },
        EventForm("history.renamed", of: ChatHeading.self) {
            .history(.renamed($0))
        } take: {
            if case .history(.renamed(let heading)) = $0 { heading } else { nil }
        },
        EventForm("history.removed", Member<ChatID>("chat")) {
            .history(.removed(chat: $0))
        } take: {
            if case .history(.removed(let chat)) = $0 { chat } else { nil }
        },
        EventForm(
            "history.synced", Member<ChatID>("chat"), Member<[IncomingMessage]>("messages"), Member<String?>("before")
        ) {
            .history(.synced(chat: $0, messages: $1, before: $2))
        } take: {
            if case .history(.synced(let chat, let messages, let before)) = $0 { (chat, messages, before) } else { nil }
        },
        EventForm(
            "history.older", Member<ChatID>("chat"), Member<String>("before"), Member<[IncomingMessage]>("messages"),
            Member<String?>("next")
        ) {
            .history(.older(chat: $0, before: $1, messages: $2, next: $3))
        } take: {
            if case .history(.older(let chat, let before, let messages, let next)) = $0 {
                (chat, before, messages, next)
            } else {
                nil
            }
        },
    ]
}

extension ChatHeading: WireRecord {
    public static let form = Form<ChatHeading>(
        Member<ChatID>("chat"), Member<String>("contact"), Member<Bool?>("isEncrypted"), Member<String?>("barrier"),
        Member<Bool?>("hasUnread")
    ) {
        ChatHeading(chat: $0, contact: $1, isEncrypted: $2 ?? false, barrier: $3, hasUnread: $4 ?? false)
    } take: {
        ($0.chat, $0.contact, $0.isEncrypted ? true : nil, $0.barrier, $0.hasUnread ? true : nil)
    }
}
