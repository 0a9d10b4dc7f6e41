import TelexJSON

/// Events of the connection to the server.
public enum ConnectionEvent: Hashable, Sendable {
    /// Connect: the store has been loaded.
    case connecting
    /// While connecting: `doneCount` of `totalCount` chats have been fetched.
    case progressed(SyncProgress)
    /// Connected, and everything on the server has been fetched.
    case connected
    /// The connection is lost. With `offlineReason`, programs know why.
    case disconnected(Disconnection)
    /// Connect now instead of waiting.
    case retrying
    /// The live channel of a chat is open.
    case socketOpened(chat: ChatID)
    /// The live channel of a chat is closed.
    case socketClosed(chat: ChatID)
    /// This many of our messages are still to be sent, and this one holds up those of its chat.
    case queued(count: Int, held: HeldMessage?)
}

extension ConnectionEvent: WireCases {
    package static var samples: [ConnectionEvent] {
        [
            .connected, .progressed(.blank), .disconnected(.blank), .retrying,
            .socketOpened(chat: ""), .socketClosed(chat: ""),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ConnectionEvent {
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

/// How many chats a sync has processed.
public struct SyncProgress: Hashable, Sendable {
    /// How many of `totalCount` are done; of a file, how many bytes of `byteCount`.
    public var done: Int
    public var total: Int

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

extension SyncProgress: WireRecord {
    public static var blank: SyncProgress { SyncProgress(done: 0, total: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("doneCount", &done)
        try visitor.visit("totalCount", &total)
    }
}

/// Why there is no connection.
public struct Disconnection: Hashable, Sendable {
    /// The reason in words.
    public var text: String
    /// Why there is no connection: `unreachable`, `loggedOut` (the login expired, or you logged out here), `revoked`
    /// (the server no longer accepts the login), `rateLimited` or `certificate`.
    ///
    /// `nil` for another reason.
    public var reason: OfflineReason?

    public init(_ text: String, _ reason: OfflineReason? = nil) {
        self.text = text
        self.reason = reason
    }
}

extension Disconnection: WireRecord {
    public static var blank: Disconnection { Disconnection("") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &text)
        try visitor.visit("offlineReason", &reason)
    }
}

/// The kinds of reasons why there is no connection.
public enum OfflineReason: String, Hashable, Sendable, CaseIterable {
    /// The server cannot be reached, or cannot serve anybody now.
    case unreachable
    /// The profile is logged out, or the login has expired.
    case loggedOut
    /// The server no longer accepts the login.
    case revoked
    /// The server accepts no more requests for some time.
    case rateLimited
    /// The server's certificate is not trusted.
    case certificate

    /// Whether only a new login helps.
    public var needsLogin: Bool { self == .loggedOut || self == .revoked }
}

extension OfflineReason: WireWord {}
