import TelexCore
import TelexJSON

extension ConnectionEvent: WireCases {
    static var samples: [ConnectionEvent] {
        [
            .connected, .progressed(.blank), .disconnected(.blank), .retrying,
            .socketOpened(chat: ""), .socketClosed(chat: ""),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ConnectionEvent {
        switch self {
        case .connected: try visitor.event("connection.connected", .network, self)
        case .progressed(let progress): try visitor.event("connection.progressed", .network, Self.progressed, progress)
        case .disconnected(let reason):
            try visitor.event("connection.disconnected", .network, Self.disconnected, reason)
        case .retrying: try visitor.event("connection.retrying", .user, self)
        case .socketOpened(let chat):
            try visitor.event("connection.socketOpened", .network, Self.socketOpened(chat:), chat, in: "chatId")
        case .socketClosed(let chat):
            try visitor.event("connection.socketClosed", .network, Self.socketClosed(chat:), chat, in: "chatId")
        case .connecting, .queued: self
        }
    }
}

extension SyncProgress: WireRecord {
    public static var blank: SyncProgress { SyncProgress(done: 0, total: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("doneCount", &done)
        try visitor.visit("totalCount", &total)
    }
}

extension Disconnection: WireRecord {
    public static var blank: Disconnection { Disconnection("") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &text)
        try visitor.visit("offlineReason", &reason)
    }
}
