/// Formats the create-chat form.
enum ChatFormViewModelBuilder {
    static func build(_ form: CreateChatForm) -> ChatFormViewModel {
        ChatFormViewModel(
            status: form.status.shown,
            recipient: form.typed,
            create: form.status.isBusy ? nil : Action(.chat(.creating(recipient: "")), blanks: [.recipient]),
            createGroup: form.status.isBusy
                ? nil : Action(.chat(.creating(recipient: "", title: "")), blanks: [.recipient, .title]),
            knock: form.canKnock ? Action(.chat(.knocking(recipient: form.typed.tidied))) : nil,
            search: Action(.search(.searching(query: "")), blanks: [.query]),
            close: Action(.screen(.closing(.chatForm))))
    }
}
