import Foundation

/// The port to the network, or to a substitute for it.
///
/// It is called from the thread that owns `Telex`; its answers may come from any thread.
public protocol ChatBackend: AnyObject {
    /// Performs a request and reports the result through `answer`, ending with `answer.end()`.
    func perform(_ request: BackendRequest, _ answer: Answer)
    /// Opens a channel that delivers events until it is cancelled.
    func open(_ channel: BackendChannel, _ answer: Answer)
    /// Cancels a running effect; its answers are ignored from here on.
    func cancel(_ effect: Int)
    /// Runs a command meant for this backend alone, given as the JSON text of a control line.
    ///
    /// - Throws: `BackendControlError` if the backend has no such command, or its value is invalid.
    func control(_ json: String) throws
    /// Whether it still has something to deliver, such as a reply that a bot is typing, or something of ours to send.
    /// Files count apart.
    var isBusy: Bool { get }
    /// Whether it uploads or downloads files.
    var movesFiles: Bool { get }
}

extension ChatBackend {
    public var movesFiles: Bool { false }
}

/// A request to the server that ends. Each case names the events that answer it.
public enum BackendRequest: Hashable, Sendable {
    /// Fetch what is new on the server: `chat.synced`, `history.synced`, `connection.progressed` if it takes long, then
    /// `connection.connected`. What was delivered so far is kept with `Answer.keep`.
    case sync
    /// Create a chat: `chat.created`, or `chat.createFailed` with possible matches for the name.
    /// With a title, the recipients of a group are separated by commas.
    case create(recipient: String, title: String? = nil)
    /// Ask to join a chat, by its address: `chat.knocked` or `chat.createFailed`.
    case knock(recipient: String)
    /// Send our message: `message.sent`, `message.sendFailed` or `outbox.queued`. If it has a file without a source, upload
    /// that before: `file.progressed`, `file.uploaded`.
    case post(Message)
    /// Edit our message: `revision.edited` or `revision.failed`.
    case edit(ChatID, MessageID, text: String, spans: [TextSpan] = [])
    /// Delete our message: `revision.deleted`, `revision.failed` or `revision.postponed`.
    case delete(ChatID, MessageID)
    /// Add or remove our reaction to a message: `reaction.added`, `reaction.removed` or `reaction.failed`.
    case react(ChatID, MessageID, key: String, isAdding: Bool)
    /// Fetch the messages before a gap, by the backend's token for it: `history.fetched` or `history.loadFailed`.
    case older(ChatID, before: String)
    /// Accept an invitation: `invitation.accepted` or `invitation.failed`.
    case join(ChatID)
    /// Decline an invitation, or withdraw a request to join: `invitation.declined` or `invitation.failed`.
    case leave(ChatID)
    /// Change a chat for all its members: no event, or `chat.changeFailed`.
    case change(ChatID, GroupChange)
    /// Keep what we have changed of the settings of a chat: `chat.configured` or `chat.configureFailed`.
    case configure(ChatID, ChatSettings, changes: Set<ChatSettings.Part> = Set(ChatSettings.Part.allCases))
    /// Keep whether we ignore somebody: `member.ignoredSynced` or `member.ignoreFailed`.
    case ignore(UserID, isIgnored: Bool)
    /// Report a message of somebody else to the operators of the server: `message.reported` or `message.reportFailed`.
    case report(ChatID, MessageID, reason: String)
    /// Download the file of a message, or its thumbnail, into its part (`FileStore`): `file.progressed`, then what
    /// `FileStore.finish` returns, or `FileFetch.failed`.
    case fetch(FileFetch)
    /// Report that we have read up to this message: `message.read`. If it is private, only our own devices see it.
    case markRead(ChatID, MessageID, isPrivate: Bool = false)
    /// Report that we are typing in the open chat; there is no answer.
    case typing(ChatID)
    /// Search for people on the server: `search.found`.
    case search(String)
    /// Search for messages on the server: `messageSearch.serverFound` or `messageSearch.serverFailed`, and no event if it
    /// cannot search for that.
    case searchMessages(ServerQuery)
}

/// A channel from the server that stays open until it is cancelled.
public enum BackendChannel: Hashable, Sendable {
    /// Delivers messages for all chats, and the state of the connection.
    case push
    /// Delivers everything about one open chat as it happens.
    case socket(ChatID)
}

/// Why the backend rejected a control line.
public enum BackendControlError: Error, Equatable {
    /// The backend has no such command; the text says which ones it has.
    case unsupported(String)
    /// The command's value is invalid; the text says what is expected.
    case malformed(String)
}
