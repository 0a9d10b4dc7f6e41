import TelexCore

extension ChatListViewModel: WireViewModel {
    public static let meaning = "The list of chats, the one with the latest message first."
    public static let fields: Fields = [
        Field<ChatListViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ChatListViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<ChatListViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ChatListViewModel>("errorText") { $0.errorText },
        Field<ChatListViewModel>("totalCount") { $0.totalCount },
        Field<ChatListViewModel>("chats") { $0.chats },
        Field<ChatListViewModel>(
            actions: .init("loadMore") { $0.loadMore },
            .init("retry") { $0.retry },
            .init("newChat") { $0.newChat },
            .init("search") { $0.search },
            .init("openContacts") { $0.openContacts },
            .init("openReminders") { $0.openReminders }),
    ]
}

extension ChatListViewModel.Row: WireObject {
    public static let fields: Fields = [
        Field<ChatListViewModel.Row>("chatId") { $0.chat },
        Field<ChatListViewModel.Row>("title") { $0.title },
        Field<ChatListViewModel.Row>(optional: "lastMessage") { $0.lastMessage },
        Field<ChatListViewModel.Row>("previewText") { $0.previewText },
        Field<ChatListViewModel.Row>("dateText") { $0.dateText },
        Field<ChatListViewModel.Row>("unreadCount") { $0.unreadCount },
        Field<ChatListViewModel.Row>("mentionCount") { $0.mentionCount },
        Field<ChatListViewModel.Row>("isEncrypted") { $0.isEncrypted },
        Field<ChatListViewModel.Row>(optional: "successorId") { $0.successor },
        Field<ChatListViewModel.Row>(optional: "invitationText") { $0.invitationText },
        Field<ChatListViewModel.Row>(optional: "draftText") { $0.draftText },
        Field<ChatListViewModel.Row>(
            actions: .init("open") { $0.open },
            .init("accept") { $0.accept },
            .init("decline") { $0.decline }),
    ]
}

extension ChatListViewModel.LastMessage: WireObject {
    public static let fields: Fields = [
        Field<ChatListViewModel.LastMessage>("messageId") { $0.message },
        Field<ChatListViewModel.LastMessage>("isOwn") { $0.isOwn },
        Field<ChatListViewModel.LastMessage>(optional: "senderId") { $0.sender },
        Field<ChatListViewModel.LastMessage>(optional: "senderName") { $0.senderName },
        Field<ChatListViewModel.LastMessage>("kind") { $0.kind },
        Field<ChatListViewModel.LastMessage>("excerpt") { $0.excerpt },
        Field<ChatListViewModel.LastMessage>("date") { $0.date },
    ]
}
