import Foundation
import TelexAPI
import TelexCore
import TelexNetwork

/// How the client stands with the server: told what happens, it says what is to be done. It does no I/O.
///
/// It connects when the core asks for a sync: push channel first, so that nothing is missed, then what has changed, chat
/// by chat, then what came meanwhile. When the connection is lost it says so, and after a while has the core ask again.
struct ServerLink {
    enum State: Equatable {
        case idle
        case connecting(effect: Int)
        case online
        case offline(reason: String)
    }

    /// How many frames are kept that come while the link connects; with more it begins anew.
    static let longestQueue = 10_000

    let account: Account
    let chance: @Sendable () -> Double
    var state = State.idle
    /// Counts connections, so that what comes late from an earlier one is known for that.
    var connection = 0
    /// The effect that what comes of itself answers.
    var push: Int?
    var live = LiveChat()
    var logs: [ChatID: ChatLog] = [:]
    /// The groups that we are in, and the place of the last message of each from before we were.
    var groups: [ChatID: Int64] = [:]
    var poster = Poster()
    var backoff = Backoff()
    /// The last event that is known of; what was known in an earlier run may have been undone since.
    var event: Int64 = 0
    /// The start of the server that has told of that event.
    var run: Int64?
    /// That of the sync which is under way.
    var newEvent: Int64 = 0
    /// The event up to which all changes of messages have been told; `nil` until that is known.
    var revised: Int64?
    /// The last such event, if some have yet to be asked for.
    var lastRevision: Int64?
    /// Changes of messages of ours that are on their way: to be told when those have come.
    var late: [MessageKey: MessageInfo] = [:]
    /// What came by push while the link connected.
    var early: [Frame] = []
    /// The chats that are yet to be fetched.
    var backlog: [ChatInfo] = []
    /// How many there were, if fetching them takes long.
    var backlogSize: Int?
    var actions: [LinkAction] = []

    init(_ account: Account, chance: @escaping @Sendable () -> Double) {
        self.account = account
        self.chance = chance
    }

    /// Whether messages of ours are on their way.
    var isPosting: Bool { !poster.isEmpty }

    /// - Parameter bookmarks: how far the core has got; asked for when the link connects.
    mutating func take(_ input: LinkInput, bookmarks: () -> [String: String] = { [:] }) -> [LinkAction] {
        switch input {
        case .perform(.sync, let effect): connect(effect, bookmarks())
        case .perform(let request, let effect): perform(request, effect)
        case .open(.push, let effect): push = effect
        case .open(.socket(let chat), let effect):
            live.want(chat, effect)
            openSocket()
        case .cancel(let effect): cancel(effect)
        case .answered(let purpose, let result): answered(purpose, result)
        case .pushed(let number, let frame): if number == connection { pushed(frame) }
        case .pushEnded(let number, let failure): if number == connection { lose(failure) }
        case .told(let socket, let frame): if socket == live.number { told(frame) }
        case .socketEnded(let socket): if socket == live.number { socketEnded() }
        case .woken(.reconnect(let number)):
            if number == connection, case .offline = state { tell(.connection(.retrying)) }
        case .woken(.reopen(let socket)): if socket == live.number { openSocket() }
        case .woken(.repost(let number)): if let entry = poster.beginAgain(number) { post(entry) }
        }
        defer { actions = [] }
        return actions
    }

    mutating func tell(_ event: Event) {
        if let push { actions.append(.answer(effect: push, event)) }
    }

    mutating func finish(_ effect: Int, _ event: Event?) {
        if let event { actions.append(.answer(effect: effect, event)) }
        actions.append(.end(effect: effect))
    }

    // MARK: Connecting

    mutating func connect(_ effect: Int, _ bookmarks: [String: String]) {
        dropConnection()
        state = .connecting(effect: effect)
        newEvent = event
        logs = [:]
        for (name, value) in bookmarks where name.hasPrefix("chat/") {
            logs[ChatID(String(name.dropFirst(5)))] = ChatLog(bookmark: value)
        }
        // Whoever has no messages has missed no changes of them.
        revised = bookmarks[Self.revisions].flatMap { Int64($0) } ?? (logs.isEmpty ? nil : 0)
        actions.append(.openPush(connection: connection))
    }

    /// Forgets all that belongs to the connection.
    mutating func dropConnection() {
        connection += 1
        early = []
        backlog = []
        actions.append(.closePush)
        closeSocket()
        for entry in poster.giveUp() { wait(entry.message, entry.effect) }
    }

    mutating func pushed(_ frame: Frame) {
        switch (state, frame) {
        case (.connecting, .ready(let ready)):
            if revised == nil, let event = ready.event { keep(revised: event) }
            askForChats()
        // What is no longer known by its event is asked for in any case.
        case (_, .ready), (_, .gap): break
        case (.connecting, _) where early.count == Self.longestQueue:
            lose(.offline("The server has more to say than can be taken in at once."))
        case (.connecting, _): early.append(frame)
        case (.online, _): take(frame, isPushed: true)
        default: break
        }
    }

    mutating func askForChats() {
        let route = Route.chats(since: newEvent, limit: 200)
        actions.append(.request(Request(route), .chats(connection: connection)))
    }

    mutating func took(_ page: ChatPage, _ effect: Int) {
        if page.run != run, newEvent > 0 {
            // Since the server was started anew a chat may have fewer messages, and not be listed for that.
            run = page.run
            newEvent = 0
            backlog = []
            return askForChats()
        }
        run = page.run
        for event in events(of: page.chats) { actions.append(.answer(effect: effect, event)) }
        for info in page.chats {
            rejoin(info)
            forgetIfAnother(info)
        }
        backlog += page.chats.filter { $0.standing == nil }
        newEvent = page.cursor
        lastRevision = page.revised
        if page.more { return askForChats() }
        beginProgress()
        fetchNext(effect)
    }

    /// Forgets how far it has got in a chat that cannot be the one that it knew.
    mutating func forgetIfAnother(_ info: ChatInfo) {
        let chat = ChatID(info.chat)
        if logs[chat]?.differs(last: info.last, id: info.lastID) == true { logs[chat] = nil }
    }

    /// Fetches what is missing of the next chat, and after the last what has changed of messages; then ends the sync.
    mutating func fetchNext(_ effect: Int) {
        while let info = backlog.first {
            let chat = ChatID(info.chat)
            if logs[chat, default: ChatLog()].known < info.last { return fetch(chat, verifies: true) }
            for mark in info.marks { logs[chat, default: ChatLog()].take(mark) }
            tellMarks(chat)
            backlog.removeFirst()
            tellProgress()
        }
        if let last = lastRevision, let revised, last > revised { return askForRevisions(after: revised) }
        event = newEvent
        state = .online
        if poster.isEmpty { backoff.reset() }
        let frames = early
        early = []
        for frame in frames { take(frame, isPushed: true) }
        finish(effect, .connection(.connected))
        openSocket()
        pump()
    }

    /// - Parameter verifies: whether the last message that is known is asked for again, to see that it is the same.
    mutating func fetch(_ chat: ChatID, verifies: Bool = false) {
        logs[chat, default: ChatLog()].isFetching = true
        let known = logs[chat, default: ChatLog()].known
        let route = Route.messages(chat: chat.text, .after(verifies ? max(0, known - 1) : known), limit: 200)
        actions.append(.request(Request(route), .messages(chat, connection: connection)))
    }

    /// The connection is lost, or could not be made.
    mutating func lose(_ failure: RequestFailure) {
        let (reason, isFinal): (String, Bool) =
            switch failure {
            case .offline(let reason), .untrusted(let reason), .busy(let reason), .refused(let reason),
                .missing(let reason):
                (reason, false)
            case .loggedOut: (LinkReason.loggedOut(account), true)
            }
        let lost = Event.connection(.disconnected(reason: reason))
        if case .connecting(let effect) = state { finish(effect, lost) } else { tell(lost) }
        dropConnection()
        state = .offline(reason: reason)
        if !isFinal {
            actions.append(.wake(.reconnect(connection: connection), after: backoff.next(chance())))
        }
    }
}
