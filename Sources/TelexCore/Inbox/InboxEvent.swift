import TelexJSON

/// Events of the inbox, which follows the messages of all chats as they are stored.
public enum InboxEvent: Hashable, Sendable {
    /// Show messages of all chats after this cursor, and new ones as they arrive.
    ///
    /// `nil` starts now.
    case following(after: InboxCursor?)
    /// Stop showing the inbox.
    case leaving
    /// The store has these messages after that cursor.
    case loaded(InboxPage)
    /// The store cannot be read.
    case loadFailed(reason: String)
}

extension InboxEvent: WireCases {
    package static var samples: [InboxEvent] {
        [.following(after: nil), .leaving, .loaded(.blank), .loadFailed(reason: "")]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> InboxEvent {
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
