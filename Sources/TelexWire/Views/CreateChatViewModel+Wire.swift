import TelexCore

extension CreateChatViewModel: WireViewModel {
    public static let fields = [
        Field<CreateChatViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<CreateChatViewModel>("shouldShowError") { $0.shouldShowError },
        Field<CreateChatViewModel>("error") { $0.error },
        Field<CreateChatViewModel>("typed") { $0.typed },
        Field<CreateChatViewModel>("createEnabled") { $0.createEnabled },
        Field<CreateChatViewModel>("create") { $0.create },
        Field<CreateChatViewModel>("search") { $0.search },
        Field<CreateChatViewModel>("cancel") { $0.cancel },
        Field<CreateChatViewModel>(optional: "errorRevision") { $0.errorRevision },
    ]
}
