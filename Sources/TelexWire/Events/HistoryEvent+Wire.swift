import TelexCore

extension HistoryEvent {
    static let forms = [
        EventForm(
            "history.loading", "Show other messages of the open chat.", Member<ChatID>("chatId"),
            Member<HistoryDirection>("direction")
        ) {
            .history(.loading(chat: $0, $1))
        } take: {
            if case .history(.loading(let chat, let direction)) = $0 { (chat, direction) } else { nil }
        }
        .looking,
        EventForm(
            "history.seeking", "Show the messages around one of the open chat.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId")
        ) {
            .history(.seeking(chat: $0, message: $1))
        } take: {
            if case .history(.seeking(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .looking,
        EventForm("history.loaded", "The store has these messages.", Member<HistoryPage>("page")) {
            .history(.loaded($0))
        } take: {
            if case .history(.loaded(let page)) = $0 { page } else { nil }
        }
        .fromInside,
        EventForm(
            "history.loadFailed", "Older messages could not be loaded.", Member<ChatID>("chatId"),
            Member<String>("reason")
        ) {
            .history(.loadFailed(chat: $0, reason: $1))
        } take: {
            if case .history(.loadFailed(let chat, let reason)) = $0 { (chat, reason) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "history.synced",
            "The server has these messages of a chat, oldest first. With `beforeToken`, older ones are missing.",
            Member<ChatID>("chatId"), Member<[IncomingMessage]>("messages"),
            Member<String?>("beforeToken")
        ) {
            .history(.synced(chat: $0, messages: $1, before: $2))
        } take: {
            if case .history(.synced(let chat, let messages, let before)) = $0 { (chat, messages, before) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "history.fetched", "Messages from the server that fill a gap, oldest first.",
            Member<ChatID>("chatId"), Member<String>("beforeToken"),
            Member<[IncomingMessage]>("messages"),
            Member<String?>("nextToken")
        ) {
            .history(.fetched(chat: $0, before: $1, messages: $2, next: $3))
        } take: {
            if case .history(.fetched(let chat, let before, let messages, let next)) = $0 {
                (chat, before, messages, next)
            } else {
                nil
            }
        }
        .fromNetwork,
    ]
}
