/// The state of the create-chat form.
struct CreateChatForm: Hashable {
    var typed = ""
    private(set) var isBusy = false
    private(set) var error: String?
    /// Whether the typed name is a chat that we can ask to join.
    private(set) var canKnock = false
    /// The number of errors since the form opened.
    private(set) var refusals = 0

    mutating func begin() {
        (isBusy, error, canKnock) = (true, nil, false)
    }

    mutating func fail(_ reason: String?, canKnock: Bool) {
        (isBusy, error, self.canKnock) = (false, reason, canKnock)
        if reason != nil { refusals += 1 }
    }
}
