import TelexCore

extension ConnectionEvent: WireCases {
    static var samples: [ConnectionEvent] {
        [
            .connected, .bookmarked(.blank), .progressed(.blank), .disconnected(reason: ""), .retrying,
            .socketOpened(chat: ""), .socketClosed(chat: ""),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ConnectionEvent {
        switch self {
        case .connected:
            try visitor.event(
                "connection.connected", .network, "Connected, and everything on the server has been fetched.", self)
        case .bookmarked(let bookmark):
            .bookmarked(
                try visitor.event(
                    "connection.bookmarked", .inside, "The backend has fetched everything up to this place.", bookmark))
        case .progressed(let progress):
            .progressed(
                try visitor.event(
                    "connection.progressed", .network,
                    "While connecting: `doneCount` of `totalCount` chats have been fetched.", progress))
        case .disconnected(let reason):
            .disconnected(
                reason: try visitor.event(
                    "connection.disconnected", .network, "The connection is lost.", "reason", reason))
        case .retrying: try visitor.event("connection.retrying", .user, "Connect now instead of waiting.", self)
        case .socketOpened(let chat):
            .socketOpened(
                chat: try visitor.event(
                    "connection.socketOpened", .network, "The live channel of a chat is open.", "chatId", chat))
        case .socketClosed(let chat):
            .socketClosed(
                chat: try visitor.event(
                    "connection.socketClosed", .network, "The live channel of a chat is closed.", "chatId", chat))
        case .connecting, .queued: self
        }
    }
}

extension Bookmark: WireRecord {
    public static var blank: Bookmark { Bookmark(name: "", value: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("bookmark", &name)
        try visitor.visit("token", &value)
    }
}

extension SyncProgress: WireRecord {
    public static var blank: SyncProgress { SyncProgress(done: 0, total: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("doneCount", &done)
        try visitor.visit("totalCount", &total)
    }
}
