import TelexCore

extension HistoryEvent: WireCases {
    static var samples: [HistoryEvent] {
        [.loading(.blank), .seeking(.blank), .loaded(.blank), .loadFailed(.blank), .synced(.blank), .fetched(.blank)]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> HistoryEvent {
        switch self {
        case .loading(let step):
            .loading(try visitor.event("history.loading", .look, "Show other messages of the open chat.", step))
        case .seeking(let key):
            .seeking(try visitor.event("history.seeking", .look, "Show the messages around one of the open chat.", key))
        case .loaded(let page):
            .loaded(try visitor.event("history.loaded", .inside, "The store has these messages.", "page", page))
        case .loadFailed(let failure):
            .loadFailed(
                try visitor.event("history.loadFailed", .network, "Older messages could not be loaded.", failure))
        case .synced(let history):
            .synced(
                try visitor.event(
                    "history.synced", .network,
                    "The server has these messages of a chat, oldest first. With `beforeToken`, older "
                        + "ones are missing.", history))
        case .fetched(let history):
            .fetched(
                try visitor.event(
                    "history.fetched", .network, "Messages from the server that fill a gap, oldest first.", history))
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
