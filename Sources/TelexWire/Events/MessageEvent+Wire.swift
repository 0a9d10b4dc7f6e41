import Foundation
import TelexCore

extension MessageEvent {
    static let forms = [
        EventForm("message.sending", Member<ChatID>("chat"), Member<String>("text"), Member<MessageID?>("message")) {
            .message(.sending(chat: $0, text: $1, message: $2))
        } take: {
            if case .message(.sending(let chat, let text, let message)) = $0 { (chat, text, message) } else { nil }
        },
        EventForm("message.sent", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.sent(chat: $0, message: $1))
        } take: {
            if case .message(.sent(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
        EventForm(
            "message.failedSending", Member<ChatID>("chat"), Member<MessageID>("message"), Member<String>("reason")
        ) {
            .message(.failedSending(chat: $0, message: $1, reason: $2))
        } take: {
            if case .message(.failedSending(let chat, let message, let reason)) = $0 {
                (chat, message, reason)
            } else {
                nil
            }
        },
        EventForm("message.delivered", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.delivered(chat: $0, message: $1))
        } take: {
            if case .message(.delivered(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
        IncomingMessage.event("message.received") {
            .message(.received($0))
        } take: {
            if case .message(.received(let incoming)) = $0 { incoming } else { nil }
        },
        EventForm("message.userReads", Member<ChatID>("chat")) {
            .message(.userReads(chat: $0))
        } take: {
            if case .message(.userReads(let chat)) = $0 { chat } else { nil }
        },
        EventForm("message.userRead", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.userRead(chat: $0, message: $1))
        } take: {
            if case .message(.userRead(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
        EventForm("message.otherRead", Member<ChatID>("chat"), Member<MessageID>("message")) {
            .message(.otherRead(chat: $0, message: $1))
        } take: {
            if case .message(.otherRead(let chat, let message)) = $0 { (chat, message) } else { nil }
        },
    ]
}

extension IncomingMessage {
    /// The form of an event that brings a message, and nothing else.
    static func event(
        _ name: String, build: @escaping @Sendable (IncomingMessage) -> Event,
        take: @escaping @Sendable (Event) -> IncomingMessage?
    ) -> EventForm {
        EventForm(
            name, Member<ChatID>("chat"), Member<MessageID?>("message"), Member<String?>("contact"),
            Member<String>("text"), Member<Date?>("date"), Member<String?>("author"), Member<MessageKind?>("kind"),
            Member<Attention?>("attention")
        ) {
            build(
                IncomingMessage(
                    chat: $0, message: $1, contact: $2, author: $5, kind: $6 ?? .text, text: $3,
                    attention: $7 ?? .normal, date: $4))
        } take: {
            take($0).map {
                (
                    $0.chat, $0.message, $0.contact, $0.text, $0.date, $0.author, $0.kind.unlessText,
                    $0.attention.unlessNormal
                )
            }
        }
    }
}
