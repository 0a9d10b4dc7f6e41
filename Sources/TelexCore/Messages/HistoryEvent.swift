import TelexJSON

/// Events of paging through a chat's messages.
public enum HistoryEvent: Hashable, Sendable {
    /// The chat's screen is now on top.
    case opening(chat: ChatID)
    /// The chat's screen is no longer on top.
    case closing(chat: ChatID)
    /// Show other messages of the open chat.
    case loading(HistoryStep)
    /// Show the messages around one of the open chat.
    case seeking(MessageKey)
    /// The store has these messages.
    case loaded(HistoryPage)
    /// Older messages could not be loaded.
    case loadFailed(ChatFailure)
    /// The server has these messages of a chat, oldest first. With `beforeToken`, older ones are missing.
    case synced(SyncedHistory)
    /// Messages from the server that fill a gap, oldest first.
    case fetched(FetchedHistory)
}

extension HistoryEvent: WireCases {
    package static var samples: [HistoryEvent] {
        [.loading(.blank), .seeking(.blank), .loaded(.blank), .loadFailed(.blank), .synced(.blank), .fetched(.blank)]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> HistoryEvent {
        switch self {
        case .loading(let step): try visitor.event("history.loading", .look, Self.loading, step)
        case .seeking(let key): try visitor.event("history.seeking", .look, Self.seeking, key)
        /// Messages of one chat, from the store.
        case .loaded(let page): try visitor.event("history.loaded", .inside, Self.loaded, page, in: "page")
        case .loadFailed(let failure): try visitor.event("history.loadFailed", .network, Self.loadFailed, failure)
        case .synced(let history): try visitor.event("history.synced", .network, Self.synced, history)
        case .fetched(let history): try visitor.event("history.fetched", .network, Self.fetched, history)
        case .opening, .closing: self
        }
    }
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

extension HistoryDirection: WireWord {}

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
    /// Which messages of a chat to show: `older`, `newer` or `latest`.
    public var direction: HistoryDirection

    public init(chat: ChatID, direction: HistoryDirection) {
        self.chat = chat
        self.direction = direction
    }
}

extension HistoryStep: WireRecord {
    public static var blank: HistoryStep { HistoryStep(chat: "", direction: .older) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("direction", &direction)
    }
}

/// The newest messages of a chat on the server, oldest first.
public struct SyncedHistory: Hashable, Sendable {
    public var chat: ChatID
    public var messages: [IncomingMessage]
    /// The backend's token for a gap: in `history.synced`, messages are missing before the first; in `history.fetched`,
    /// these messages fill it.
    ///
    /// `nil` if none are missing.
    public var before: String?

    public init(chat: ChatID, messages: [IncomingMessage], before: String? = nil) {
        self.chat = chat
        self.messages = messages
        self.before = before
    }
}

extension SyncedHistory: WireRecord {
    public static var blank: SyncedHistory { SyncedHistory(chat: "", messages: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messages", &messages)
        try visitor.visit("beforeToken", &before)
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

extension FetchedHistory: WireRecord {
    public static var blank: FetchedHistory { FetchedHistory(chat: "", before: "", messages: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("beforeToken", &before)
        try visitor.visit("messages", &messages)
        try visitor.visit("nextToken", &next)
    }
}
