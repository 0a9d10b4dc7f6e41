/// The state of the create-chat form.
struct CreateChatForm: Hashable {
    var typed = ""
    var status = FormStatus()
    /// Whether the typed name is a chat that we can ask to join.
    private(set) var canKnock = false

    mutating func begin() {
        (status.isBusy, status.error, canKnock) = (true, nil, false)
    }

    mutating func fail(_ reason: String, canKnock: Bool) {
        (status.isBusy, status.error, self.canKnock) = (false, reason, canKnock)
    }
}
