/// What one window has of the messages: the chat that is open in it.
struct MessageWindow {
    var chat: OpenChat?
    /// What was last refused in a chat that was not open.
    private var refused: (chat: ChatID, reason: String)?

    /// Whether new messages of the chat are visible in this window.
    func showsEnd(of id: ChatID) -> Bool { chat?.id == id && chat?.hasNewer == false }

    /// Opens a chat; what was refused in it meanwhile is shown.
    mutating func open(_ id: ChatID) {
        chat = OpenChat(id)
        if let refused, refused.chat == id { chat?.refusal = refused.reason }
        refused = nil
    }

    /// Shows what was refused; of a chat that is not open, when it is opened.
    mutating func refuse(_ id: ChatID, _ reason: String) {
        if chat?.id == id { chat?.refusal = reason } else { refused = (id, reason) }
    }
}
