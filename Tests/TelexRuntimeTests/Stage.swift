import Foundation
import TelexCore

@testable import TelexRuntime

/// A session with a store and a backend that the tests control.
final class Stage {
    let store = PlainStore()
    let backend = PlainBackend()
    let mailbox = Mailbox<String>()
    let session: Session

    init(
        clock: SessionClock = .virtual(), ids: any IDSource = CountedIDs(), lastPosition: Int64 = 0,
        stored: [MessageKey: KnownMessage] = [:]
    ) throws {
        store.position = lastPosition
        store.messages = stored
        session = try Session(
            region: .fixed, store: store, backend: backend, clock: clock, ids: ids, mailbox: mailbox)
    }

    /// Returns an event that is saved and starts no effect.
    static func titled(_ title: String) -> Event { .chat(.synced(chats: [ServerChat(id: "c", title: title)])) }

    static func received(_ message: MessageID?, in chat: ChatID = "ada") -> Event {
        .message(.received(IncomingMessage(chat: chat, message: message, content: .text("hello"))))
    }
}

/// Keeps the commits, and records which messages it is asked for.
final class PlainStore: ChatStore {
    struct Full: Error, CustomStringConvertible {
        var description: String { "full" }
    }

    var position: Int64 = 0
    var messages: [MessageKey: KnownMessage] = [:]
    var fails = false
    var onLoad: () -> Void = {}
    private(set) var commits: [[StoreChange]] = []
    private(set) var asked: [MessageID] = []
    /// The messages to which it was asked for early reactions.
    private(set) var reacted: [MessageID] = []

    /// The titles of the chats that each commit held.
    var titles: [[String]] {
        commits.map { $0.compactMap { if case .chat(let chat) = $0 { chat.title } else { nil } } }
    }

    /// The positions of the committed messages.
    var placed: [MessageID: Int64] {
        var placed: [MessageID: Int64] = [:]
        for case .message(let message) in commits.joined() { placed[message.id] = message.position }
        return placed
    }

    func commit(_ changes: [StoreChange]) throws {
        if fails { throw Full() }
        commits.append(changes)
    }

    func lastPosition() throws -> Int64 { position }

    func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage] { [] }
    func earlyReactions(to messages: [MessageID], in chat: ChatID) throws -> [MessageID: [Reaction]] {
        reacted += messages
        return [:]
    }
    func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] {
        asked += messages
        var known: [MessageID: KnownMessage] = [:]
        for message in messages { known[message] = self.messages[MessageKey(chat: chat, message: message)] }
        return known
    }

    func stored(_ messages: [MessageKey]) throws -> Set<MessageKey> { Set(messages).intersection(self.messages.keys) }
    func load(_ query: StoreQuery) throws -> Event {
        onLoad()
        if case .history(let chat, _, _) = query {
            return .history(.loaded(HistoryPage(chat: chat, messages: [], total: messages.count, hasOlder: false)))
        }
        return query.failure("none")
    }
}

/// Records the requests; the test answers them.
final class PlainBackend: ChatBackend {
    var isBusy: Bool {
        get {
            onAskedWhetherBusy()
            return isAtWork
        }
        set { isAtWork = newValue }
    }
    private var isAtWork = false
    var movesFiles = false
    var onAskedWhetherBusy: () -> Void = {}
    private(set) var requests: [(request: BackendRequest, answer: Answer)] = []

    func perform(_ request: BackendRequest, _ answer: Answer) { requests.append((request, answer)) }
    func open(_ channel: BackendChannel, _ answer: Answer) {}
    func cancel(_ effect: Int) {}
    func control(_ json: String) throws {}
}

/// Keeps the current model of the open chat.
final class MessagesListener: Listening {
    private(set) var last: MessagesViewModel?

    func show(_ model: MessagesViewModel, cause: Cause?) { last = model }
    func close(cause: Cause?) { last = nil }
}

/// Counts how often output was released.
final class CountingOutlet: Outlet {
    var isFull = false
    private(set) var releases = 0

    func release() { releases += 1 }
    func discard() {}
}

/// An outlet that uses the default implementations.
final class PlainOutlet: Outlet {
    func release() {}
    func discard() {}
}
