import TelexCore

extension ReactionEvent {
    static let forms = [
        EventForm(
            "reaction.adding", "React to a message with an emoji, or with another text of up to 64 bytes.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("key")
        ) {
            .reaction(.adding(chat: $0, message: $1, key: $2))
        } take: {
            if case .reaction(.adding(let chat, let message, let key)) = $0 { (chat, message, key) } else { nil }
        },
        EventForm(
            "reaction.removing", "Take our reaction back.", Member<ChatID>("chatId"), Member<MessageID>("messageId"),
            Member<String>("key")
        ) {
            .reaction(.removing(chat: $0, message: $1, key: $2))
        } take: {
            if case .reaction(.removing(let chat, let message, let key)) = $0 { (chat, message, key) } else { nil }
        },
        EventForm(
            "reaction.added",
            "Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was us, on any device.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("key"),
            Member<UserID?>("senderId"), Member<Bool?>("isOwn")
        ) {
            .reaction(.added(chat: $0, message: $1, Reaction(key: $2, sender: $3, isOwn: $4 ?? false)))
        } take: {
            if case .reaction(.added(let chat, let message, let reaction)) = $0 {
                (chat, message, reaction.key, reaction.sender, reaction.isOwn ? true : nil)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "reaction.removed", "Somebody took a reaction back. With `isOwn`, it was us, on any device.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("key"),
            Member<UserID?>("senderId"), Member<Bool?>("isOwn")
        ) {
            .reaction(.removed(chat: $0, message: $1, Reaction(key: $2, sender: $3, isOwn: $4 ?? false)))
        } take: {
            if case .reaction(.removed(let chat, let message, let reaction)) = $0 {
                (chat, message, reaction.key, reaction.sender, reaction.isOwn ? true : nil)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "reaction.listed", "These are all reactions to a message.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId"), Member<[Reaction]>("reactions")
        ) {
            .reaction(.listed(chat: $0, message: $1, $2))
        } take: {
            if case .reaction(.listed(let chat, let message, let reactions)) = $0 {
                (chat, message, reactions)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "reaction.failed", "The server has not added or removed our reaction.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId"), Member<String>("reason")
        ) {
            .reaction(.failed(chat: $0, message: $1, reason: $2))
        } take: {
            if case .reaction(.failed(let chat, let message, let reason)) = $0 {
                (chat, message, reason)
            } else {
                nil
            }
        }
        .fromNetwork,
    ]
}
