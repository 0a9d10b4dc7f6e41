/// What the create-chat form holds.
struct CreateChatForm: Hashable {
    var typed = ""
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// How often something was refused since the form opened.
    private(set) var refusals = 0
}
