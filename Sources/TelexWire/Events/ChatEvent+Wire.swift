import TelexCore

extension ChatEvent {
    static let forms = [
        EventForm("chat.loading", "Load the list of chats again, after an error.") {
            .chat(.loading)
        } take: {
            $0 == .chat(.loading) ? () : nil
        }
        .looking,
        EventForm(
            "chat.loaded", "The store has these chats, and others that are not loaded yet.", Member<[Chat]>("chats"),
            Member<OtherChats?>("others")
        ) {
            .chat(.loaded(chats: $0, others: $1 ?? OtherChats()))
        } take: {
            if case .chat(.loaded(let chats, let others)) = $0 { (chats, others.count > 0 ? others : nil) } else { nil }
        }
        .fromInside,
        EventForm("chat.loadFailed", "The store cannot be read.", Member<String>("reason")) {
            .chat(.loadFailed(reason: $0))
        } take: {
            if case .chat(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
        EventForm("chat.synced", "The server has these chats.", Member<[ServerChat]>("chats")) {
            .chat(.synced(chats: $0))
        } take: {
            if case .chat(.synced(let chats)) = $0 { chats } else { nil }
        }
        .fromNetwork,
        EventForm("chat.listing", "Show this many chats.", Member<Int>("rowLimit")) {
            .chat(.listing(rows: $0))
        } take: {
            if case .chat(.listing(let rows)) = $0 { rows } else { nil }
        }
        .looking,
        EventForm(
            "chat.drafting", "Keep what is typed in a chat and not sent. An empty text removes it.",
            Member<ChatID>("chatId"), Member<String>("text")
        ) {
            .chat(.drafting(chat: $0, text: $1))
        } take: {
            if case .chat(.drafting(let chat, let text)) = $0 { (chat, text) } else { nil }
        },
        EventForm("chat.creating", "Start a chat with somebody.", Member<String>("recipient")) {
            .chat(.creating(recipient: $0))
        } take: {
            if case .chat(.creating(let recipient)) = $0 { recipient } else { nil }
        },
        EventForm(
            "chat.created", "The server created the requested chat, or already had it.",
            Member<ChatID>("chatId"), Member<String>("title")
        ) {
            .chat(.created(chat: $0, title: $1))
        } take: {
            if case .chat(.created(let chat, let title)) = $0 { (chat, title) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "chat.createFailed", "The server could not create the chat.", Member<String>("reason"),
            Member<[String]?>("recipients"), Member<Bool?>("canKnock")
        ) {
            .chat(.createFailed(reason: $0, recipients: $1 ?? [], canKnock: $2 ?? false))
        } take: {
            if case .chat(.createFailed(let reason, let recipients, let canKnock)) = $0 {
                (reason, recipients.isEmpty ? nil : recipients, canKnock ? true : nil)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "chat.knocking", "Ask to join a chat that accepts requests.", Member<String>("recipient")
        ) {
            .chat(.knocking(recipient: $0))
        } take: {
            if case .chat(.knocking(let recipient)) = $0 { recipient } else { nil }
        },
        EventForm(
            "chat.knocked", "The server has our request to join.", Member<ChatID>("chatId"), Member<String>("title")
        ) {
            .chat(.knocked(chat: $0, title: $1))
        } take: {
            if case .chat(.knocked(let chat, let title)) = $0 { (chat, title) } else { nil }
        }
        .fromNetwork,
    ]
}
