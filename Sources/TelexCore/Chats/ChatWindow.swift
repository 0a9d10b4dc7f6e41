/// The chat state of one window: its open chat, rows and forms.
struct ChatWindow {
    var limit = RowLimit() { didSet { revision += 1 } }
    var memberLimit = RowLimit() { didSet { revision += 1 } }
    var form = CreateChatForm() { didSet { revision += 1 } }
    /// Counts the changes of the rows and the form.
    private(set) var revision = 0
    var chat: OpenChat?
    /// Whether the user does not look at the window.
    var isUnfocused = false
    /// The last refusal in a chat that was not open.
    private var refused: (chat: ChatID, reason: String)?

    /// Whether new messages of the chat are visible in this window.
    func showsEnd(of id: ChatID) -> Bool { chat?.id == id && chat?.hasNewer == false }

    /// Whether the user sees new messages of the chat in this window, so that they do not notify.
    func isWatching(_ id: ChatID) -> Bool { !isUnfocused && showsEnd(of: id) }

    /// Opens a chat, and shows a refusal that happened there meanwhile.
    mutating func open(_ id: ChatID, news: News?) {
        chat = OpenChat(id, news: news)
        if let refused, refused.chat == id { chat?.refusal = refused.reason }
        refused = nil
    }

    /// Shows a refusal in its chat, now or when the chat is opened.
    mutating func refuse(_ id: ChatID, _ reason: String) {
        if chat?.id == id { chat?.refusal = reason } else { refused = (id, reason) }
    }
}
