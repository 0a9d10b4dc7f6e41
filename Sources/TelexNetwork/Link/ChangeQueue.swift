import TelexCore

/// The requests that change chats, and our messages, which the server gets in the order in which they were made.
///
/// One change of a chat is under way, and what comes after it waits. Messages are posted side by side. A change that all
/// members see waits for the messages before it whose files the server has, and leaving waits for all messages.
package struct ChangeQueue: Sendable {
    /// A request of the core whose turn it is.
    struct Turn: Equatable {
        let request: BackendRequest
        let effect: Int
        /// Whether it must fail: it would leave the chat, and something before it was postponed.
        var isBarred = false
    }

    private struct Lane {
        var waiting: ArraySlice<Turn> = []
        /// The change that is under way.
        var change: Int?
        /// The messages that are being posted, and those whose files are being uploaded.
        var (posts, uploads): (Set<Int>, Set<Int>) = ([], [])
        /// Whether the core keeps something for later that was before what waits.
        var hasPostponed = false

        var isEmpty: Bool { waiting.isEmpty && change == nil && posts.isEmpty && uploads.isEmpty }

        func canBegin(_ request: BackendRequest) -> Bool {
            switch request {
            case .change(_, .leave): change == nil && posts.isEmpty && uploads.isEmpty
            case .change: change == nil && posts.isEmpty
            default: change == nil
            }
        }

        mutating func begin(_ turn: Turn) {
            switch turn.request {
            case .post(let message) where message.file.map({ $0.source == nil }) == true: uploads.insert(turn.effect)
            case .post: posts.insert(turn.effect)
            default: change = turn.effect
            }
        }

        mutating func end(_ effect: Int) {
            if change == effect { change = nil }
            posts.remove(effect)
            uploads.remove(effect)
        }
    }

    private var lanes: [ChatID: Lane] = [:]
    /// The chat of each request that waits or is under way.
    private var chats: [Int: ChatID] = [:]
    /// The chats in which something may be able to begin.
    private var ready: [ChatID] = []

    package init() {}

    /// Whether messages wait for changes before them.
    var holdsBackMessages: Bool {
        lanes.values.contains { $0.waiting.contains { if case .post = $0.request { true } else { false } } }
    }

    /// Adds a request; returns whether it is one of those that are kept in order.
    mutating func add(_ request: BackendRequest, _ effect: Int) -> Bool {
        guard let chat = request.orderedIn else { return false }
        lanes[chat, default: Lane()].waiting.append(Turn(request: request, effect: effect))
        chats[effect] = chat
        ready.append(chat)
        return true
    }

    /// Returns the next request that can begin; `nil` if none can.
    ///
    /// - Parameter isOffline: whether all requests fail, so that none needs to wait.
    mutating func next(isOffline: Bool) -> Turn? {
        if isOffline { ready = lanes.filter { !$0.value.waiting.isEmpty }.keys.sorted() }
        while let chat = ready.first {
            if var turn = lanes[chat]?.waiting.first, isOffline || lanes[chat]?.canBegin(turn.request) == true {
                lanes[chat]?.waiting.removeFirst()
                // What was sent over an earlier connection may still be under way.
                if !isOffline { lanes[chat]?.begin(turn) }
                if case .change(_, .leave) = turn.request { turn.isBarred = lanes[chat]?.hasPostponed == true }
                return turn
            }
            ready.removeFirst()
        }
        return nil
    }

    /// Notes that a request has ended.
    ///
    /// - Parameter isPostponed: whether the core keeps it for later.
    mutating func end(_ effect: Int, isPostponed: Bool) {
        guard let chat = chats.removeValue(forKey: effect) else { return }
        lanes[chat]?.end(effect)
        if isPostponed { lanes[chat]?.hasPostponed = true }
        settle(chat)
    }

    /// Drops a request that nobody waits for any more. What follows a change that is under way waits for its end
    /// nonetheless: the server may get it.
    mutating func cancel(_ effect: Int) {
        guard let chat = chats[effect], lanes[chat]?.change != effect else { return }
        chats[effect] = nil
        lanes[chat]?.waiting.removeAll { $0.effect == effect }
        lanes[chat]?.end(effect)
        settle(chat)
    }

    private mutating func settle(_ chat: ChatID) {
        if lanes[chat]?.isEmpty == true { lanes[chat] = nil } else { ready.append(chat) }
    }
}

extension BackendRequest {
    /// The chat in which the request takes effect in order; `nil` if the order does not matter, or is kept elsewhere.
    fileprivate var orderedIn: ChatID? {
        switch self {
        case .post(let message): message.chat
        case .edit(let chat, _, _, _), .delete(let chat, _), .react(let chat, _, _, _), .join(let chat),
            .leave(let chat),
            .change(let chat, _):
            chat
        case .sync, .create, .knock, .older, .configure, .ignore, .report, .fetch, .markRead, .typing, .search,
            .searchMessages:
            nil
        }
    }
}
