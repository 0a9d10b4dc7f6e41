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
        EventForm(
            "activity.edited", Member<ChatID>("chat"), Member<MessageID>("message"), Member<String>("text"),
            Member<MessageKind?>("kind")
        ) {
            .activity(.edited(chat: $0, message: $1, text: $2, kind: $3))
        } take: {
            if case .activity(.edited(let chat, let message, let text, let kind)) = $0 {
                (chat, message, text, kind)
            } else {
                nil
            }
        },
        EventForm(
            "activity.deleted", Member<ChatID>("chat"), Member<MessageID>("message"), Member<Int64>("unreadFrom"),
            Member<Bool?>("isMention")
        ) {
            .activity(.deleted(chat: $0, message: $1, unreadFrom: $2, isMention: $3 ?? false))
        } take: {
            if case .activity(.deleted(let chat, let message, let place, let isMention)) = $0 {
                (chat, message, place, isMention ? true : nil)
            } else {
                nil
            }
        },
        EventForm("activity.readAll", Member<ChatID>("chat")) {
            .activity(.readAll(chat: $0))
        } take: {
            if case .activity(.readAll(let chat)) = $0 { chat } else { nil }
        },
        EventForm(
            "activity.readElsewhere", Member<ChatID>("chat"), Member<Int64>("upTo"), Member<Int>("unread"),
            Member<Int?>("mentions")
        ) {
            .activity(.readElsewhere(chat: $0, upTo: $1, unread: UnreadCount(messages: $2, mentions: $3 ?? 0)))
        } take: {
            if case .activity(.readElsewhere(let chat, let upTo, let unread)) = $0 {
                (chat, upTo, unread.messages, unread.mentions.unlessZero)
            } else {
                nil
            }
        },
        EventForm("activity.counted", Member<ChatID>("chat"), Member<Int>("unread"), Member<Int?>("mentions")) {
            .activity(.counted(chat: $0, unread: UnreadCount(messages: $1, mentions: $2 ?? 0)))
        } take: {
            if case .activity(.counted(let chat, let unread)) = $0 {
                (chat, unread.messages, unread.mentions.unlessZero)
            } else {
                nil
            }
        },
        EventForm("activity.paged", Member<ChatID>("chat"), Member<[Message]>("messages"), Member<Int64>("gap")) {
            .activity(.paged(chat: $0, messages: $1, gap: $2))
        } take: {
            if case .activity(.paged(let chat, let messages, let gap)) = $0 { (chat, messages, gap) } else { nil }
        },
        EventForm("activity.tellingReads") {
            .activity(.tellingReads)
        } take: {
            $0 == .activity(.tellingReads) ? () : nil
        },
    ]
}
