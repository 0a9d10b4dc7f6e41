import TelexCore

extension RevisionEvent {
    static let forms = [
        EventForm(
            "revision.editing", "Edit one of our messages.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId"), Member<String>("text"), Member<[TextSpan]?>("spans")
        ) {
            .revision(.editing(chat: $0, message: $1, text: $2, spans: $3 ?? []))
        } take: {
            if case .revision(.editing(let chat, let message, let text, let spans)) = $0 {
                (chat, message, text, spans.isEmpty ? nil : spans)
            } else {
                nil
            }
        },
        EventForm(
            "revision.deleting",
            "Delete a message of ours. With `delaySeconds`, `revision.keeping` can undo it for so long.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<Int?>("delaySeconds")
        ) {
            .revision(.deleting(chat: $0, message: $1, delay: $2 ?? 0))
        } take: {
            if case .revision(.deleting(let chat, let message, let delay)) = $0 {
                (chat, message, delay == 0 ? nil : delay)
            } else {
                nil
            }
        },
        EventForm(
            "revision.keeping", "Undo the deletion of a message that the server has not been asked to delete.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId")
        ) {
            .revision(.keeping(chat: $0, message: $1))
        } take: {
            if case .revision(.keeping(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
        EventForm("revision.cameDue", "Deletions are due.") {
            .revision(.cameDue)
        } take: {
            $0 == .revision(.cameDue) ? () : nil
        }
        .fromInside,
        EventForm("revision.flushing", "Make all deletions now, without waiting any longer.") {
            .revision(.flushing)
        } take: {
            $0 == .revision(.flushing) ? () : nil
        }
        .fromInside,
        EventForm(
            "revision.edited", "A message was edited. Without `kind`, it keeps its kind.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId"), Member<String>("text"),
            Member<[TextSpan]?>("spans"), Member<MessageKind?>("kind"), Member<Bool?>("isEdited")
        ) {
            .revision(
                .edited(chat: $0, message: $1, text: $2, spans: $3 ?? [], kind: $4, isEdited: $5 ?? true))
        } take: {
            if case .revision(.edited(let chat, let message, let text, let spans, let kind, let isEdited)) = $0 {
                (chat, message, text, spans.isEmpty ? nil : spans, kind, isEdited ? nil : false)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm("revision.deleted", "A message is deleted.", Member<ChatID>("chatId"), Member<MessageID>("messageId"))
        {
            .revision(.deleted(chat: $0, message: $1))
        } take: {
            if case .revision(.deleted(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "revision.failed", "The server refused to edit or delete our message.", Member<ChatID>("chatId"),
            Member<MessageID>("messageId"), Member<String>("reason")
        ) {
            .revision(.failed(chat: $0, message: $1, reason: $2))
        } take: {
            if case .revision(.failed(let chat, let message, let reason)) = $0 { (chat, message, reason) } else { nil }
        }
        .fromNetwork,
        EventForm(
            "revision.postponed", "Without a connection, our message will be deleted later.",
            Member<ChatID>("chatId"), Member<MessageID>("messageId")
        ) {
            .revision(.postponed(chat: $0, message: $1))
        } take: {
            if case .revision(.postponed(let chat, let message)) = $0 { (chat, message) } else { nil }
        }
        .fromNetwork,
    ]
}
