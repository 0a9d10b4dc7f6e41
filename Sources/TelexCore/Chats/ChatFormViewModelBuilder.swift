/// Formats the create-chat form.
enum ChatFormViewModelBuilder {
    static func build(_ form: CreateChatForm) -> ChatFormViewModel {
        ChatFormViewModel(
            shouldShowBusy: form.isBusy,
            shouldShowError: form.error != nil,
            errorText: form.error,
            errorRevision: form.refusals > 0 ? form.refusals : nil,
            recipient: form.typed,
            create: form.isBusy ? nil : Action(.chat(.creating(recipient: "")), blanks: [.recipient]),
            knock: form.canKnock ? Action(.chat(.knocking(recipient: form.typed.tidied))) : nil,
            search: Action(.search(.searching(query: "")), blanks: [.query]),
            close: Action(.screen(.closing(.chatForm))))
    }
}
