/// Events of paging through a chat's messages.
public enum HistoryEvent: Hashable, Sendable {
    /// The chat's screen is now on top.
    case opening(chat: ChatID)
    /// The chat's screen is no longer on top.
    case closing(chat: ChatID)
    /// Load a page in this direction.
    case loading(HistoryStep)
    /// Show the messages around this one.
    case seeking(MessageKey)
    /// A page was loaded from the store.
    case loaded(HistoryPage)
    /// The page could not be loaded.
    case loadFailed(ChatFailure)
    /// Messages from a sync; known ones are skipped.
    case synced(SyncedHistory)
    /// Messages that were missing before a gap.
    case fetched(FetchedHistory)
}

/// The direction in which the shown part of a chat moves.
public enum HistoryDirection: String, Hashable, Sendable, CaseIterable {
    /// One page back.
    case older
    /// One page forward.
    case newer
    /// To the end of the chat.
    case latest
    /// To its beginning, as far as it is stored.
    case first
    /// To the first message that was unread when the chat was opened.
    case firstUnread
}

extension HistoryEvent {
    var requirements: StampRequirements {
        switch self {
        case .synced(let history):
            StampRequirements(
                chat: history.chat, messages: history.messages.compactMap(\.message),
                answered: history.messages.compactMap { $0.replyTo },
                places: max(1, history.messages.count) + (history.before == nil ? 0 : Int(HistoryGap.room)),
                freshID: .message(in: history.chat))
        case .fetched(let history):
            StampRequirements(
                chat: history.chat, messages: history.messages.compactMap(\.message),
                answered: history.messages.compactMap { $0.replyTo }, mustBeStored: true,
                freshID: .message(in: history.chat))
        case .seeking(let key): .stored(key)
        case .opening, .closing, .loading, .loaded, .loadFailed: .none
        }
    }
}

/// A step through the messages of a chat.
public struct HistoryStep: Hashable, Sendable {
    public var chat: ChatID
    public var direction: HistoryDirection

    public init(chat: ChatID, direction: HistoryDirection) {
        self.chat = chat
        self.direction = direction
    }
}

/// The newest messages of a chat on the server, oldest first.
public struct SyncedHistory: Hashable, Sendable {
    public var chat: ChatID
    public var messages: [IncomingMessage]
    /// The token for messages missing before the first one; `nil` if none are.
    public var before: String?

    public init(chat: ChatID, messages: [IncomingMessage], before: String? = nil) {
        self.chat = chat
        self.messages = messages
        self.before = before
    }
}

/// Messages that were missing, oldest first.
public struct FetchedHistory: Hashable, Sendable {
    public var chat: ChatID
    /// The token that they were fetched with.
    public var before: String
    public var messages: [IncomingMessage]
    /// The token for those still missing before them; `nil` if none are.
    public var next: String?

    public init(chat: ChatID, before: String, messages: [IncomingMessage], next: String? = nil) {
        self.chat = chat
        self.before = before
        self.messages = messages
        self.next = next
    }
}
