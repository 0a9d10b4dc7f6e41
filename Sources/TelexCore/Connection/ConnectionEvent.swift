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

/// Why there is no connection.
public struct Disconnection: Hashable, Sendable {
    /// The reason in words.
    public var text: String
    /// Why there is no connection: `unreachable`, `loggedOut` (the login has expired, or was ended here), `revoked`
    /// (the server no longer accepts the login), `rateLimited` or `certificate`.
    ///
    /// `nil` for another reason.
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
