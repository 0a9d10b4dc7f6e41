/// Events of the connection to the server.
public enum ConnectionEvent: Hashable, Sendable {
    /// Connect: the store has been loaded.
    case connecting
    /// The sync has processed some of the chats.
    case progressed(SyncProgress)
    /// The server is reachable, and the sync is complete.
    case connected
    /// The connection is lost, or cannot be made.
    case disconnected(Disconnection)
    /// Retry now.
    case retrying
    /// The live channel of a chat is open.
    case socketOpened(chat: ChatID)
    /// The live channel of a chat is closed.
    case socketClosed(chat: ChatID)
    /// This many of our messages are still to be sent, and this one holds up those of its chat.
    case queued(count: Int, held: HeldMessage?)
}

/// How many chats a sync has processed.
public struct SyncProgress: Hashable, Sendable {
    public var done: Int
    public var total: Int

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

/// Why there is no connection.
public struct Disconnection: Hashable, Sendable {
    /// The reason in words.
    public var text: String
    /// The reason as a word for programs; `nil` for one that has none.
    public var reason: OfflineReason?

    public init(_ text: String, _ reason: OfflineReason? = nil) {
        self.text = text
        self.reason = reason
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
