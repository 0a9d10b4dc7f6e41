import TelexCore

extension HistoryEvent {
    static let forms = [
        EventForm("history.loadingOlder", Member<ChatID>("chat")) {
            .history(.loadingOlder(chat: $0))
        } take: {
            if case .history(.loadingOlder(let chat)) = $0 { chat } else { nil }
        },
        EventForm("history.loaded", Member<HistoryPage>("page")) {
            .history(.loaded($0))
        } take: {
            if case .history(.loaded(let page)) = $0 { page } else { nil }
        }
        .fromInside,
        EventForm("history.failed", Member<ChatID>("chat"), Member<String>("reason")) {
            .history(.failed(chat: $0, reason: $1))
        } take: {
            if case .history(.failed(let chat, let reason)) = $0 { (chat, reason) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "history.synced", Member<ChatID>("chat"), Member<[IncomingMessage]>("messages"), Member<String?>("before")
        ) {
            .history(.synced(chat: $0, messages: $1, before: $2))
        } take: {
            if case .history(.synced(let chat, let messages, let before)) = $0 { (chat, messages, before) } else { nil }
        }
        .fromNetwork,
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
        }
        .fromNetwork,
    ]
}
