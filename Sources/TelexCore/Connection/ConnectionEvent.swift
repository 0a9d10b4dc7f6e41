/// Events of the connection to the server.
public enum ConnectionEvent: Hashable, Sendable {
    /// Connect: the store has been loaded.
    case connecting
    /// The sync has processed some of the chats.
    case progressed(SyncProgress)
    /// The server is reachable, and the sync is complete.
    case connected
    /// The server cannot be reached.
    case disconnected(reason: String)
    /// Retry now.
    case retrying
    /// The live channel of a chat is open.
    case socketOpened(chat: ChatID)
    /// The live channel of a chat is closed.
    case socketClosed(chat: ChatID)
    /// This many of our messages are still to be sent.
    case queued(count: Int)
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
