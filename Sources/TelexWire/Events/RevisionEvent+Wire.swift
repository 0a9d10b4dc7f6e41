import TelexCore

extension RevisionEvent {
    static let forms = [
        EventForm("revision.editing", Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("text"))
        {
            .revision(.editing(chat: $0, message: $1, text: $2))
        } take: {
            if case .revision(.editing(let chat, let message, let text)) = $0 { (chat, message, text) } else { nil }
        },
        EventForm("revision.deleting", Member<ChatID>("chatId"), Member<MessageID>("messageId")) {
            .revision(.deleting(chat: $0, message: $1))
        } take: {
            if case .revision(.deleting(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
        EventForm(
            "revision.edited", Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("text"),
            Member<MessageKind?>("kind"), Member<Bool?>("isEdited")
        ) {
            .revision(.edited(chat: $0, message: $1, text: $2, kind: $3, isEdited: $4 ?? true))
        } take: {
            if case .revision(.edited(let chat, let message, let text, let kind, let isEdited)) = $0 {
                (chat, message, text, kind, isEdited ? nil : false)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm("revision.deleted", Member<ChatID>("chatId"), Member<MessageID>("messageId")) {
            .revision(.deleted(chat: $0, message: $1))
        } take: {
            if case .revision(.deleted(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm("revision.failed", Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("reason"))
        {
            .revision(.failed(chat: $0, message: $1, reason: $2))
        } take: {
            if case .revision(.failed(let chat, let message, let reason)) = $0 { (chat, message, reason) } else { nil }
        }
        .fromNetwork,
    ]
}
