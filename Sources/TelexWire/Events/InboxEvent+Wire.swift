import TelexCore
import TelexJSON

extension InboxEvent: WireCases {
    static var samples: [InboxEvent] { [.following(after: nil), .leaving, .loaded(.blank), .loadFailed(reason: "")] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> InboxEvent {
        switch self {
        case .following(let cursor):
            try visitor.event("inbox.following", .inside, Self.following(after:), cursor, in: "after")
        case .leaving: try visitor.event("inbox.leaving", .inside, self)
        case .loaded(let page): try visitor.event("inbox.loaded", .inside, Self.loaded, page)
        case .loadFailed(let reason):
            try visitor.event("inbox.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason")
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
