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
    let now: @Sendable () -> Date
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
    /// The events that are looked up for a sync.
    var lookups = Lookups()
    /// The rooms that have changed since they were kept.
    var unkept: Set<String> = []
    var idling = Idling()
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

    /// How often the server has said nothing at once, where it should have waited.
    struct Idling {
        var askedAt = Date.distantPast
        var backoff = Backoff()
    }

    /// The store's bookmarks.
    struct Keep {
        let value: (String) -> String?
        let all: (_ prefix: String) -> [String: String]
    }

    /// - Parameter chance: from 0 to 1.
    init(
        _ account: MatrixAccount, _ keep: Keep, chance: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Date
    ) {
        self.account = account
        self.keep = keep
        self.chance = chance
        self.now = now
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
        case .woken(.unlimited(let number)): if number == connection, state == .online { tell(.connection(.connected)) }
        case .woken(.sync(let number)): if number == connection { awaitCommit() }
        case .committed(let number): if number == connection { askForNews() }
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

    /// Saves the rooms that have changed, after the events about them, which follow from the change.
    mutating func keepRooms() {
        for room in unkept.sorted().compactMap({ rooms[$0] }) {
            guard let data = try? JSONEncoder().encode(room) else { continue }
            keep("room/\(room.id)", String(decoding: data, as: UTF8.self))
        }
        unkept = []
    }

    /// The message that an event edits, if the event is known as an edit.
    func original(of edit: String) -> String? { keep.value("edit/\(edit)") }

    /// Has it kept that an event is an edit: once deleted, it looks like a deleted message.
    mutating func note(edit: String, of message: String) { keep("edit/\(edit)", message) }

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
        awaitCommit()
    }

    private mutating func awaitCommit() { actions.append(.awaitCommit(connection: connection)) }

    /// Asks for what has happened since the last sync. The server may then forget what that has brought, so it must be
    /// stored by now.
    private mutating func askForNews() {
        guard let since else {
            return request(MatrixRequest(.get, ["joined_rooms"]), .joinedRooms(connection: connection))
        }
        idling.askedAt = now()
        request(.sync(since: since, wait: state == .online ? Self.wait : 0), .sync(connection: connection))
    }

    /// Goes on from what an earlier run has kept. A first sync that did not end has kept nothing.
    private mutating func recall() {
        since = keep.value("since")
        (rooms, logs, invitations, unkept) = ([:], [:], [:], [])
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
        lookups.drop()
        actions.append(.drop)
        // What the server has not answered yet may still be answered.
        for (chat, join) in joining where join.isDone { accepted(chat) }
        if let live, state == .online { tell(.connection(.socketClosed(chat: live.chat))) }
        for entry in poster.giveUp() { wait(entry.message, entry.effect) }
    }

    /// The connection is lost, or could not be made.
    mutating func lose(_ failure: MatrixFailure) {
        var pause: TimeInterval? = backoff.next(chance())
        let reason: String
        switch failure {
        case .offline(let why), .refused(let why, _), .busy(let why, nil): reason = why
        case .busy(_, let seconds?):
            reason = limited(for: seconds)
            pause = max(pause ?? 0, seconds)
        case .loggedOut(let isSoft):
            reason = MatrixReason.loggedOut(account, isSoft: isSoft)
            pause = nil
        }
        let lost = Event.connection(.disconnected(reason: reason))
        let before = state
        dropConnection()
        state = .offline(reason: reason)
        if case .connecting(let effect) = before { finish(effect, lost) } else { tell(lost) }
        if let pause { actions.append(.wake(.reconnect(connection: connection), after: pause)) }
    }

    func limited(for seconds: TimeInterval) -> String {
        MatrixReason.limited(until: now().addingTimeInterval(seconds))
    }

    /// All that had happened is taken in.
    ///
    /// - Parameter isEmpty: whether nothing had.
    mutating func caughtUp(isEmpty: Bool) {
        let isEarly = isEmpty && state == .online && now().timeIntervalSince(idling.askedAt) < 1
        if case .connecting(let effect) = state {
            state = .online
            finish(effect, .connection(.connected))
            if let live { tell(.connection(.socketOpened(chat: live.chat))) }
            pump()
        }
        backoff.reset()
        guard isEarly else {
            idling.backoff.reset()
            return awaitCommit()
        }
        actions.append(.wake(.sync(connection: connection), after: idling.backoff.next(chance())))
    }
}
