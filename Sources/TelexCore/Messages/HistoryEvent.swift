/// Events of paging through a chat's messages.
public enum HistoryEvent: Hashable, Sendable {
    /// The chat's screen is now on top.
    case opening(chat: ChatID)
    /// The chat's screen is no longer on top.
    case closing(chat: ChatID)
    /// Load a page in this direction.
    case loading(chat: ChatID, HistoryDirection)
    /// Show the messages around this one.
    case seeking(chat: ChatID, message: MessageID)
    /// A page was loaded from the store.
    case loaded(HistoryPage)
    /// The page could not be loaded.
    case loadFailed(chat: ChatID, reason: String)
    /// Messages from a sync, oldest first; known ones are skipped. `before` is the token for messages missing before
    /// the first one; `nil` if none are.
    case synced(chat: ChatID, messages: [IncomingMessage], before: String?)
    /// Messages that were missing before a gap, oldest first. `next` is the token for those still missing before them;
    /// `nil` if none are.
    case fetched(chat: ChatID, before: String, messages: [IncomingMessage], next: String?)
}

/// The direction in which the shown part of a chat moves.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
    /// One page back.
    case older
    /// One page forward.
    case newer
    /// To the end of the chat.
    case latest
}

extension HistoryEvent {
    var requirements: StampRequirements {
        switch self {
        case .synced(let chat, let messages, let token):
            StampRequirements(
                chat: chat, messages: messages.compactMap(\.message), answered: messages.compactMap { $0.replyTo },
                places: max(1, messages.count) + (token == nil ? 0 : Int(HistoryGap.room)),
                freshID: .message(in: chat))
        case .fetched(let chat, _, let messages, _):
            StampRequirements(
                chat: chat, messages: messages.compactMap(\.message), answered: messages.compactMap { $0.replyTo },
                mustBeStored: true, freshID: .message(in: chat))
        case .seeking(let chat, let message): StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        case .opening, .closing, .loading, .loaded, .loadFailed: .none
        }
    }
}
