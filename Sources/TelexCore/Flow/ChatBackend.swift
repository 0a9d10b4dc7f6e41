import Foundation

/// The port to the network, or to whatever stands in for it.
///
/// It is called from the thread that owns `Telex`; its answers may come from any.
public protocol ChatBackend: AnyObject {
    /// Carries out a request and says through `answer` what came of it, ending with `answer.end()`.
    func perform(_ request: BackendRequest, _ answer: Answer)
    /// Opens a channel that brings events until it is cancelled.
    func open(_ channel: BackendChannel, _ answer: Answer)
    /// Drops an effect that is under way; its answers are ignored from here on.
    func cancel(_ effect: Int)
    /// Takes a command meant for this backend alone, as the JSON text of a control line.
    ///
    /// - Throws: `BackendControlError` when the backend has no such command.
    func control(_ json: String) throws
    /// Whether it still means to say something of itself (a bot that is typing), or has something of ours to send.
    var isBusy: Bool { get }
}

/// Something with an end that the server is asked for.
public enum BackendRequest: Hashable, Sendable {
    /// What the server has and we do not: `chat.synced`, `history.synced`, `connection.bookmarked` for what has been
    /// brought so far, `connection.progressed` if it takes long, then `connection.connected`.
    case sync
    /// A chat with somebody: `chat.created` or `chat.createFailed`, with those who may be meant.
    case create(recipient: String)
    /// To be let into a chat, by its address: `chat.knocked` or `chat.createFailed`.
    case knock(recipient: String)
    /// A message of ours: `message.sent`, `message.sendFailed` or `outbox.queued`.
    case post(Message)
    /// A message of ours is to say something else: `revision.edited` or `revision.failed`.
    case edit(ChatID, MessageID, text: String)
    /// A message of ours is to be gone: `revision.deleted` or `revision.failed`.
    case delete(ChatID, MessageID)
    /// The messages before a gap, by the backend's token for it: `history.fetched` or `history.loadFailed`.
    case older(ChatID, before: String)
    /// We wish to be in a chat to which we are invited: `invitation.accepted` or `invitation.failed`.
    case join(ChatID)
    /// We do not wish to be in it: `invitation.declined` or `invitation.failed`.
    case leave(ChatID)
    /// We have read up to this message: `message.read`.
    case markRead(ChatID, MessageID)
    /// We are typing in the open chat; nothing comes of it.
    case typing(ChatID)
    /// People whom the server knows: `search.found`.
    case search(String)
}

/// Something without an end that the server is asked for.
public enum BackendChannel: Hashable, Sendable {
    /// Brings messages for all chats, and the state of the connection.
    case push
    /// Brings everything about one open chat as it happens.
    case socket(ChatID)
}

/// A control line that the backend cannot take.
public enum BackendControlError: Error, Equatable {
    /// It has no commands at all, or not this one; the text says what it does have.
    case unsupported(String)
    /// The command is known but its value is not what it takes; the text says what it takes.
    case malformed(String)
}
