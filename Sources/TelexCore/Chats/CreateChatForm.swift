/// What the create-chat form holds.
struct CreateChatForm: Hashable {
    var typed = ""
    var isBusy = false
    var error: String?
}
