/// What happens to the connection with the server.
public enum ConnectionEvent: Hashable, Sendable {
    /// Begin: the store has been read.
    case connecting
    /// The backend has brought so much of what it names, and goes on from there another time.
    case bookmarked(name: String, value: String)
    /// So many of the chats that the server has have been looked at.
    case progressed(done: Int, total: Int)
    /// The server answers, and we have what it has.
    case connected
    /// The server does not answer.
    case disconnected(reason: String)
    /// Try again now.
    case retrying
    /// The live channel of a chat is open.
    case socketOpened(chat: ChatID)
    /// It is closed.
    case socketClosed(chat: ChatID)
    /// This many messages of ours have not gone out.
    case queued(count: Int)
}
