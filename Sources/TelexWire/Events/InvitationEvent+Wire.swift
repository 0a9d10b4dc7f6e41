import TelexCore

extension InvitationEvent {
    static let forms = [
        EventForm(
            "invitation.received", "A person invites us to a chat.", Member<ChatID>("chatId"), Member<String>("title"),
            Member<String?>("inviterName")
        ) {
            .invitation(.received(chat: $0, title: $1, inviter: $2 ?? ""))
        } take: {
            if case .invitation(.received(let chat, let title, let inviter)) = $0 {
                (chat, title, inviter.isEmpty ? nil : inviter)
            } else {
                nil
            }
        }
        .fromNetwork,
        EventForm(
            "invitation.requested", "We asked to join a chat, here or on another device.",
            Member<ChatID>("chatId"), Member<String>("title")
        ) {
            .invitation(.requested(chat: $0, title: $1))
        } take: {
            if case .invitation(.requested(let chat, let title)) = $0 { (chat, title) } else { nil }
        }
        .fromNetwork,
        EventForm("invitation.accepting", "Accept an invitation.", Member<ChatID>("chatId")) {
            .invitation(.accepting(chat: $0))
        } take: {
            if case .invitation(.accepting(let chat)) = $0 { chat } else { nil }
        },
        EventForm("invitation.declining", "Decline an invitation.", Member<ChatID>("chatId")) {
            .invitation(.declining(chat: $0))
        } take: {
            if case .invitation(.declining(let chat)) = $0 { chat } else { nil }
        },
        EventForm("invitation.accepted", "We have joined a chat, here or on another device.", Member<ChatID>("chatId"))
        {
            .invitation(.accepted(chat: $0))
        } take: {
            if case .invitation(.accepted(let chat)) = $0 { chat } else { nil }
        }
        .fromNetwork,
        EventForm(
            "invitation.declined", "An invitation is gone: declined, here or elsewhere, or withdrawn.",
            Member<ChatID>("chatId")
        ) {
            .invitation(.declined(chat: $0))
        } take: {
            if case .invitation(.declined(let chat)) = $0 { chat } else { nil }
        }
        .fromNetwork,
        EventForm(
            "invitation.failed", "The server refused our answer to an invitation.", Member<ChatID>("chatId"),
            Member<String>("reason")
        ) {
            .invitation(.failed(chat: $0, reason: $1))
        } take: {
            if case .invitation(.failed(let chat, let reason)) = $0 { (chat, reason) } else { nil }
        }
        .fromNetwork,
    ]
}
