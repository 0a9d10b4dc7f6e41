import TelexCore

extension MessagesViewModel: WireListViewModel {
    public static let fields = [
        Field<MessagesViewModel>("chat") { $0.chat },
        Field<MessagesViewModel>("contact") { $0.contact },
        Field<MessagesViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<MessagesViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<MessagesViewModel>("shouldShowError") { $0.shouldShowError },
        Field<MessagesViewModel>("error") { $0.error },
        Field<MessagesViewModel>("inputRevision") { $0.inputRevision },
        Field<MessagesViewModel>("typing") { $0.typing },
        Field<MessagesViewModel>("total") { $0.total },
        Field<MessagesViewModel>("messages") { $0.messages },
        Field<MessagesViewModel>("loadOlder") { $0.loadOlder },
        Field<MessagesViewModel>("send") { $0.send },
        Field<MessagesViewModel>("whileTyping") { $0.whileTyping },
        Field<MessagesViewModel>("afterShowingMessages") { $0.afterShowingMessages },
        Field<MessagesViewModel>("remind") { $0.remind },
        Field<MessagesViewModel>("back") { $0.back },
        Field<MessagesViewModel>("isEncrypted") { $0.isEncrypted },
        Field<MessagesViewModel>("gap") { $0.gap },
        Field<MessagesViewModel>(optional: "errorRevision") { $0.errorRevision },
    ]
}

extension MessagesViewModel.Row: WireObject {
    public static let fields = [
        Field<MessagesViewModel.Row>("message") { $0.message },
        Field<MessagesViewModel.Row>("isOwn") { $0.isOwn },
        Field<MessagesViewModel.Row>("who") { $0.who },
        Field<MessagesViewModel.Row>("kind") { $0.kind },
        Field<MessagesViewModel.Row>("text") { $0.text },
        Field<MessagesViewModel.Row>("isEdited") { $0.isEdited },
        Field<MessagesViewModel.Row>("day") { $0.day },
        Field<MessagesViewModel.Row>("status") { $0.status },
        Field<MessagesViewModel.Row>("mark") { $0.mark },
        Field<MessagesViewModel.Row>("retry") { $0.retry },
        Field<MessagesViewModel.Row>("edit") { $0.edit },
        Field<MessagesViewModel.Row>("delete") { $0.delete },
        Field<MessagesViewModel.Row>("isMention") { $0.isMention },
    ]
}

extension MessagesViewModel.Mark: WireWord {}
