import TelexCore

extension ActivityEvent {
    static let forms = [
        EventForm("activity.opened", Member<ChatID>("chat")) {
            .activity(.opened(chat: $0))
        } take: {
            if case .activity(.opened(let chat)) = $0 { chat } else { nil }
        },
        EventForm(
            "activity.messaged", Member<Message>("message"), Member<String?>("contact"), Member<Bool>("notifies")
        ) {
            .activity(.messaged($0, contact: $1, notifies: $2))
        } take: {
            if case .activity(.messaged(let message, let contact, let notifies)) = $0 {
                (message, contact, notifies)
            } else {
                nil
            }
        },
        EventForm("activity.edited", Member<ChatID>("chat"), Member<MessageID>("message"), Member<String>("text")) {
            .activity(.edited(chat: $0, message: $1, text: $2))
        } take: {
            if case .activity(.edited(let chat, let message, let text)) = $0 { (chat, message, text) } else { nil }
        },
        EventForm(
            "activity.deleted", Member<ChatID>("chat"), Member<MessageID>("message"), Member<Int64>("unreadFrom")
        ) {
            .activity(.deleted(chat: $0, message: $1, unreadFrom: $2))
        } take: {
            if case .activity(.deleted(let chat, let message, let place)) = $0 { (chat, message, place) } else { nil }
        },
        EventForm("activity.readAll", Member<ChatID>("chat")) {
            .activity(.readAll(chat: $0))
        } take: {
            if case .activity(.readAll(let chat)) = $0 { chat } else { nil }
        },
        EventForm("activity.readElsewhere", Member<ChatID>("chat"), Member<Int64>("upTo"), Member<Int>("unread")) {
            .activity(.readElsewhere(chat: $0, upTo: $1, unread: $2))
        } take: {
            if case .activity(.readElsewhere(let chat, let upTo, let unread)) = $0 { (chat, upTo, unread) } else { nil }
        },
        EventForm("activity.tellingReads") {
            .activity(.tellingReads)
        } take: {
            $0 == .activity(.tellingReads) ? () : nil
        },
    ]
}
