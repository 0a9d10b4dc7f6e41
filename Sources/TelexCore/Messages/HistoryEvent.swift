/// Paging through the messages of a chat.
public enum HistoryEvent: Hashable, Sendable {
    /// The chat's screen has come on top; `contact` is whom the chat is with.
    case opening(chat: ChatID, contact: String)
    /// The chat's screen is no longer on top.
    case closing(chat: ChatID)
    /// Show older messages too.
    case loadingOlder(chat: ChatID)
    /// A page has come.
    case loaded(HistoryPage)
    /// The page could not be had.
    case failed(chat: ChatID, reason: String)
    /// Whom the chat is with has another name now.
    case renamed(chat: ChatID, contact: String)
    /// Messages that the server has; those that we have already are left out.
    case synced(chat: ChatID, messages: [IncomingMessage])
}
