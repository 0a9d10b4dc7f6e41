import TelexCore

extension ActivityEvent {
    static let forms = [
        EventForm(
            "activity.counted", "The server's count of unread messages in a chat, including those not in the store.",
            Member<ChatID>("chatId"), Member<Int>("unreadCount"), Member<Int?>("mentionCount")
        ) {
            .activity(.counted(chat: $0, unread: UnreadCount(messages: $1, mentions: $2 ?? 0)))
        } take: {
            if case .activity(.counted(let chat, let unread)) = $0 {
                (chat, unread.messages, unread.mentions == 0 ? nil : unread.mentions)
            } else {
                nil
            }
        }
        .fromNetwork
    ]
}
