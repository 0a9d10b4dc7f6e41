/// Formats the form that makes a chat.
enum CreateChatViewModelBuilder {
    static func build(_ form: CreateChatForm) -> CreateChatViewModel {
        CreateChatViewModel(
            shouldShowBusy: form.isBusy,
            shouldShowError: form.error != nil,
            error: form.error,
            errorRevision: form.refusals > 0 ? form.refusals : nil,
            typed: form.typed,
            createEnabled: !form.isBusy,
            create: form.isBusy ? nil : Action(.chat(.creating(contact: "")), blanks: [.contact]),
            search: Action(.search(.changed(query: "")), blanks: [.query]),
            cancel: Action(.screen(.closed(.createChat))))
    }
}
