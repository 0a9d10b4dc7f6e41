import TelexCore
import TelexJSON

extension HistoryEvent: WireCases {
    static var samples: [HistoryEvent] {
        [.loading(.blank), .seeking(.blank), .loaded(.blank), .loadFailed(.blank), .synced(.blank), .fetched(.blank)]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> HistoryEvent {
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

extension HistoryStep: WireRecord {
    public static var blank: HistoryStep { HistoryStep(chat: "", direction: .older) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("direction", &direction)
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

extension FetchedHistory: WireRecord {
    public static var blank: FetchedHistory { FetchedHistory(chat: "", before: "", messages: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("beforeToken", &before)
        try visitor.visit("messages", &messages)
        try visitor.visit("nextToken", &next)
    }
}
