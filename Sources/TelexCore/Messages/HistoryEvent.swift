/// Paging through the messages of a chat.
public enum HistoryEvent: Hashable, Sendable {
    /// The chat's screen has come on top.
    case opening(chat: ChatID)
    /// The chat's screen is no longer on top.
    case closing(chat: ChatID)
    /// Show other messages of the chat.
    case loading(chat: ChatID, HistoryDirection)
    /// A page has come.
    case loaded(HistoryPage)
    /// The page could not be loaded.
    case loadFailed(chat: ChatID, reason: String)
    /// Messages that the server has, the oldest first; those that we have already are left out. What `before` names is
    /// missing before the first of them.
    case synced(chat: ChatID, messages: [IncomingMessage], before: String?)
    /// Messages that were missing before a gap, the oldest first; what `next` names is still missing before them.
    case fetched(chat: ChatID, before: String, messages: [IncomingMessage], next: String?)
}

/// The direction in which the shown part of a chat moves.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
    /// A page back.
    case older
    /// A page forth.
    case newer
    /// To the end.
    case latest
}

extension HistoryEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .synced(let chat, let messages, let token):
            StampRequirements(
                chat: chat, messages: messages.compactMap(\.message),
                places: max(1, messages.count) + (token == nil ? 0 : Int(HistoryGap.room)),
                freshID: .message(in: chat))
        case .fetched(let chat, _, let messages, _):
            StampRequirements(
                chat: chat, messages: messages.compactMap(\.message), mustBeStored: true, freshID: .message(in: chat))
        case .opening, .closing, .loading, .loaded, .loadFailed: .none
        }
    }

    /// No action of this subject has blanks.
    func filled(_ values: [Blank: String]) -> HistoryEvent { self }
}
