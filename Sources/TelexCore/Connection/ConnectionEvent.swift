/// Events of the connection to the server.
public enum ConnectionEvent: Hashable, Sendable {
    /// Connect: the store has been loaded.
    case connecting
    /// The backend has delivered everything up to this value, and will resume from there.
    case bookmarked(name: String, value: String)
    /// The sync has processed `done` of `total` chats.
    case progressed(done: Int, total: Int)
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
