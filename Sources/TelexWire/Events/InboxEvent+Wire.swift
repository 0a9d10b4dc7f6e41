import TelexCore

extension InboxEvent: WireCases {
    static var samples: [InboxEvent] { [.following(after: nil), .leaving, .loaded(.blank), .loadFailed(reason: "")] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> InboxEvent {
        switch self {
        case .following(let cursor):
            .following(
                after: try visitor.event(
                    "inbox.following", .inside,
                    "Show messages of all chats after this cursor, and new ones as they arrive.", "after", cursor))
        case .leaving: try visitor.event("inbox.leaving", .inside, "Stop showing the inbox.", self)
        case .loaded(let page):
            .loaded(try visitor.event("inbox.loaded", .inside, "The store has these messages after that cursor.", page))
        case .loadFailed(let reason):
            .loadFailed(
                reason: try visitor.event("inbox.loadFailed", .inside, "The store cannot be read.", "reason", reason))
        }
    }
}

extension InboxPage: WireRecord {
    public static var blank: InboxPage { InboxPage(cursor: .start) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try visitor.visit("messages", &messages)
        try visitor.visit("hasMore", &hasMore)
        try visitor.visit("isAfterGap", &isAfterGap)
    }
}
