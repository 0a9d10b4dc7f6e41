import TelexCore

extension HistoryEvent {
    static let forms = [
        EventForm("history.opening", Member<ChatID>("chat"), Member<String>("contact")) {
            .history(.opening(chat: $0, contact: $1))
        } take: {
            if case .history(.opening(let chat, let contact)) = $0 { (chat, contact) } else { nil }
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
        EventForm("history.renamed", Member<ChatID>("chat"), Member<String>("contact")) {
            .history(.renamed(chat: $0, contact: $1))
        } take: {
            if case .history(.renamed(let chat, let contact)) = $0 { (chat, contact) } else { nil }
        },
        EventForm("history.synced", Member<ChatID>("chat"), Member<[IncomingMessage]>("messages")) {
            .history(.synced(chat: $0, messages: $1))
        } take: {
            if case .history(.synced(let chat, let messages)) = $0 { (chat, messages) } else { nil }
        },
    ]
}
