import Foundation
import TelexCore
import TelexNetwork

/// How the client stands with a homeserver: told what happens, it says what is to be done. It does no I/O.
///
/// It connects when the core asks for a sync: first with all rooms, one after the other, later with what has happened since;
/// then it waits for more. When the connection is lost it says so, and after a while has the core ask again.
struct MatrixLink {
    enum State: Equatable {
        case idle
        case connecting(effect: Int)
        case online
        case offline(reason: String)
    }

    /// How long the server may hold an answer back for something to happen, in seconds.
    static let wait = 30

    let account: MatrixAccount
    let chance: @Sendable () -> Double
    /// Looks up what was kept as a bookmark, by its name, or all whose names begin with a text.
    private let keep: Keep
    var state = State.idle
    /// Counts connections, so that what comes late from an earlier one is known for that.
    var connection = 0
    /// The effect that what comes of itself answers.
    var push: Int?
    var live: (chat: ChatID, effect: Int)?
    var since: String?
    var rooms: [String: Room] = [:]
    var logs: [String: RoomLog] = [:]
    /// The rooms that we are asked to join, and with whom each was made for two; empty for one that was not.
    var invitations: [String: String] = [:]
    /// The rooms that we have asked to be in, and whose first news have not come.
    var joining: [ChatID: Joining] = [:]
    /// The rooms that were made in this run.
    var made: Set<String> = []
    /// The rooms that are not encrypted, though nothing else is known of them.
    var plain: Set<String> = []
    var directs = Directs()
    var rules = PushRules()
    var sent: SentNames
    var poster = Poster()
    var typing = Typing()
    var backoff = Backoff()
    /// What of a sync is yet to be taken in.
    var intake: SyncIntake?
    var first: FirstSync?
    /// Tells the edits of a message from each other.
    private(set) var edits = 0
    var actions: [MatrixAction] = []

    /// How far we are in coming into a room.
    struct Joining {
        let effect: Int
        /// Whether the server says that we are there.
        var isDone = false
    }

    /// Where others have been told that we type.
    struct Typing {
        var chat: ChatID?
        /// Whether that was just now, so that it need not be told again.
        var isFresh = false
        var number = 0
    }

    /// The store's bookmarks.
    struct Keep {
        let value: (String) -> String?
        let all: (_ prefix: String) -> [String: String]
    }

    init(_ account: MatrixAccount, _ keep: Keep, chance: @escaping @Sendable () -> Double) {
        self.account = account
        self.keep = keep
        self.chance = chance
        sent = SentNames(keep.value)
    }

    /// Whether messages of ours are on their way.
    var isPosting: Bool { !poster.isEmpty }

    mutating func take(_ input: MatrixInput) -> [MatrixAction] {
        switch input {
        case .perform(.sync, let effect): connect(effect)
        case .perform(let request, let effect): perform(request, effect)
        case .open(.push, let effect): push = effect
        case .open(.socket(let chat), let effect): open(chat, effect)
        case .cancel(let effect): close(effect)
        case .answered(let purpose, let result): answered(purpose, result)
        case .woken(.reconnect(let number)):
            if number == connection, case .offline = state { tell(.connection(.retrying)) }
        case .woken(.typing(let number)): if number == typing.number { typing.isFresh = false }
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

    mutating func request(_ request: MatrixRequest, _ purpose: Purpose) {
        actions.append(.request(request, purpose))
    }

    /// Has a value kept.
    mutating func keep(_ name: String, _ value: String) { tell(.connection(.bookmarked(name: name, value: value))) }

    mutating func countEdit() -> Int {
        edits += 1
        return edits
    }

    // MARK: The open chat

    private mutating func open(_ chat: ChatID, _ effect: Int) {
        live = (chat, effect)
        if state == .online { tell(.connection(.socketOpened(chat: chat))) }
    }

    private mutating func close(_ effect: Int) {
        guard let live, live.effect == effect else { return }
        self.live = nil
        if state == .online { tell(.connection(.socketClosed(chat: live.chat))) }
    }

    // MARK: Connecting

    private mutating func connect(_ effect: Int) {
        dropConnection()
        state = .connecting(effect: effect)
        if since == nil { recall() }
        if let since {
            request(.sync(since: since, wait: 0), .sync(connection: connection))
        } else {
            request(MatrixRequest(.get, ["joined_rooms"]), .joinedRooms(connection: connection))
        }
    }

    /// Goes on from what an earlier run has kept.
    private mutating func recall() {
        since = keep.value("since")
        for (name, text) in keep.all("room/") {
            let room = try? JSONDecoder().decode(Room.self, from: Data(text.utf8))
            if let room { rooms[String(name.dropFirst(5))] = room }
        }
        directs = Directs(keep.value("direct").map(JSON.init(text:)) ?? [:])
        rules = PushRules(keep.value("rules").map(JSON.init(text:)) ?? .null)
        for (name, value) in keep.all("invitation/") where value.hasPrefix("open ") {
            invitations[String(name.dropFirst(11))] = String(value.dropFirst(5))
        }
    }

    /// Forgets all that belongs to the connection.
    mutating func dropConnection() {
        connection += 1
        intake = nil
        first = nil
        actions.append(.drop)
        // What the server has not answered yet may still be answered.
        for (chat, join) in joining where join.isDone {
            joining[chat] = nil
            finish(join.effect, .invitation(.accepted(chat: chat)))
        }
        if let live, state == .online { tell(.connection(.socketClosed(chat: live.chat))) }
        for entry in poster.giveUp() { wait(entry.message, entry.effect) }
    }

    /// The connection is lost, or could not be made.
    mutating func lose(_ failure: MatrixFailure) {
        let (reason, isFinal): (String, Bool) =
            switch failure {
            case .offline(let reason), .busy(let reason), .refused(let reason, _): (reason, false)
            case .loggedOut(let isSoft): (MatrixReason.loggedOut(account, isSoft: isSoft), true)
            }
        let lost = Event.connection(.disconnected(reason: reason))
        let before = state
        dropConnection()
        state = .offline(reason: reason)
        if case .connecting(let effect) = before { finish(effect, lost) } else { tell(lost) }
        if !isFinal {
            actions.append(.wake(.reconnect(connection: connection), after: backoff.next(chance())))
        }
    }

    /// All that had happened is taken in.
    mutating func caughtUp() {
        if case .connecting(let effect) = state {
            state = .online
            finish(effect, .connection(.connected))
            if let live { tell(.connection(.socketOpened(chat: live.chat))) }
            pump()
        }
        backoff.reset()
        request(.sync(since: since ?? "", wait: Self.wait), .sync(connection: connection))
    }
}
