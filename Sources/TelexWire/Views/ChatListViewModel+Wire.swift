import TelexCore

extension ChatListViewModel: WireListViewModel {
    public static let fields = [
        Field<ChatListViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ChatListViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<ChatListViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ChatListViewModel>("error") { $0.error },
        Field<ChatListViewModel>("total") { $0.total },
        Field<ChatListViewModel>("chats") { $0.chats },
        Field<ChatListViewModel>("loadMore") { $0.loadMore },
        Field<ChatListViewModel>("retry") { $0.retry },
        Field<ChatListViewModel>("addChat") { $0.addChat },
        Field<ChatListViewModel>("findPeople") { $0.findPeople },
        Field<ChatListViewModel>("contactList") { $0.contacts },
        Field<ChatListViewModel>("upcoming") { $0.upcoming },
    ]
}

extension ChatListViewModel.Row: WireObject {
    public static let fields = [
        Field<ChatListViewModel.Row>("chat") { $0.chat },
        Field<ChatListViewModel.Row>("contact") { $0.contact },
        Field<ChatListViewModel.Row>("message") { $0.message },
        Field<ChatListViewModel.Row>("lastMessageDate") { $0.lastMessageDate },
        Field<ChatListViewModel.Row>("unreadMessageCount") { $0.unreadMessageCount },
        Field<ChatListViewModel.Row>("tapped") { $0.tapped },
        Field<ChatListViewModel.Row>("mentionCount") { $0.mentionCount },
        Field<ChatListViewModel.Row>("isEncrypted") { $0.isEncrypted },
        Field<ChatListViewModel.Row>("invitation") { $0.invitation },
        Field<ChatListViewModel.Row>("accept") { $0.accept },
        Field<ChatListViewModel.Row>("decline") { $0.decline },
    ]
}
