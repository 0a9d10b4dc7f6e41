import TelexCore

extension ChatFormViewModel: WireViewModel {
    public static let meaning = "The form that starts a chat."
    public static let fields: Fields = [
        Field<ChatFormViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ChatFormViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ChatFormViewModel>("errorText") { $0.errorText },
        Field<ChatFormViewModel>("recipient") { $0.recipient },
        Field<ChatFormViewModel>(optional: "errorRevision") { $0.errorRevision },
        Field<ChatFormViewModel>(
            actions: .init("create") { $0.create },
            .init("knock") { $0.knock },
            .init("search") { $0.search },
            .init("close") { $0.close }),
    ]
}
