/// What the create-chat form holds.
struct CreateChatForm: Hashable {
    var typed = ""
    private(set) var isBusy = false
    private(set) var error: String?
    /// Whether what was typed is a chat that we can ask to be let into.
    private(set) var canKnock = false
    /// How often something was refused since the form opened.
    private(set) var refusals = 0

    mutating func begin() {
        (isBusy, error, canKnock) = (true, nil, false)
    }

    mutating func fail(_ reason: String?, canKnock: Bool) {
        (isBusy, error, self.canKnock) = (false, reason, canKnock)
        if reason != nil { refusals += 1 }
    }
}
