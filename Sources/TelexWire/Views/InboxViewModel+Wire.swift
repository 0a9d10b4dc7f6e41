import TelexCore

extension InboxViewModel: WireViewModel {
    public static let meaning =
        "New messages of all chats. Each line has up to 50 messages, none of them repeated."
    public static let fields: Fields = [
        Field<InboxViewModel>("cursor") { $0.cursor },
        Field<InboxViewModel>(optional: "errorText") { $0.errorText },
        Field<InboxViewModel>("messages") { $0.messages },
    ]
}

extension InboxViewModel.Row: WireObject {
    public static let fields: Fields = [
        Field<InboxViewModel.Row>("cursor") { $0.cursor },
        Field<InboxViewModel.Row>("chatId") { $0.chat },
        Field<InboxViewModel.Row>("title") { $0.title },
        Field<InboxViewModel.Row>("messageId") { $0.message },
        Field<InboxViewModel.Row>("isOwn") { $0.isOwn },
        Field<InboxViewModel.Row>(optional: "senderId") { $0.sender },
        Field<InboxViewModel.Row>("senderName") { $0.senderName },
        Field<InboxViewModel.Row>("kind") { $0.kind },
        Field<InboxViewModel.Row>("text") { $0.text },
        Field<InboxViewModel.Row>(optional: "spans") { $0.spans },
        Field<InboxViewModel.Row>(optional: "replyToId") { $0.replyTo },
        Field<InboxViewModel.Row>(optional: "change") { $0.change },
        Field<InboxViewModel.Row>("attention") { $0.attention },
        Field<InboxViewModel.Row>("date") { $0.date },
        Field<InboxViewModel.Row>("dateText") { $0.dateText },
        Field<InboxViewModel.Row>(
            actions: .init("answer") { $0.answer },
            .init("markRead") { $0.markRead },
            .init("open") { $0.open }),
    ]
}
