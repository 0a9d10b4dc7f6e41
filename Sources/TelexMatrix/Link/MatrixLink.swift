import TelexCore
import TelexNetwork

/// The link with a homeserver.
///
/// It connects with all rooms, one after the other, at first, and later with what has happened since; then it waits for
/// more.
struct MatrixLink: BackendLink {
    /// How long the server may hold an answer back for something to happen, in seconds.
    private static let wait = 30

    let account: MatrixAccount
    var connection: Connection<MatrixLink>
    private(set) var live: (chat: ChatID, effect: Int)?
    /// The token of the last sync that is stored.
    private(set) var since: String?
    private(set) var rooms = Rooms()
    var logs: [String: RoomLog] = [:]
    /// Who is in the rooms, as far as that has been told in this run.
    var told: [String: [UserID: ChatMember]] = [:]
    /// The rooms that we are invited to, or have asked to be.
    var invitations: [String: RoomInvitation] = [:]
    /// The rooms that we have asked to be in, and whose first news have not come.
    var joining: [ChatID: Joining] = [:]
    /// The rooms that were made in this run.
    var made: Set<String> = []
    /// The rooms that are not encrypted, though nothing else is known of them.
    var plain: Set<String> = []
    var directs = Directs()
    var rules = PushRules()
    var sent: SentNames
    var typing = Typing()
    /// What of a sync is yet to be taken in.
    var intake: SyncIntake?
    var first: FirstSync?
    /// The events that are looked up for a sync.
    var lookups = Lookups()
    private var idling = Idling()
    private var edits = 0

    /// How far we are in coming into a room.
    struct Joining {
        let effect: Int
        /// Whether the server says that we are there.
        var isDone = false
    }

    init(_ account: MatrixAccount, _ environment: LinkEnvironment) {
        self.account = account
        connection = Connection(account, environment)
        sent = SentNames(environment)
    }

    mutating func woken(_ alarm: Alarm) {
        switch alarm {
        case .stored: askForNews()
        case .sync: connection.wakeAfterCommit(.stored)
        case .typing(let number): if number == typing.number { typing.expire() }
        }
    }

    mutating func keep(_ room: Room) { rooms.change(room) }

    /// The message that an event edits, if the event is known as an edit.
    func original(of edit: String) -> String? { connection.environment.bookmark("edit/\(edit)") }

    /// Has it kept that an event is an edit: once deleted, it looks like a deleted message.
    mutating func note(edit: String, of message: String) { keep("edit/\(edit)", message) }

    /// Names an edit or a deletion: uniquely for the device, over restarts, too.
    mutating func transaction(_ message: MessageID) -> String {
        edits += 1
        return "\(Self.editPrefix)\(message)-\(edits)-\(Int(connection.environment.chance() * 1_000_000_000))"
    }

    // MARK: The open chat

    mutating func open(_ chat: ChatID, _ effect: Int) {
        live = (chat, effect)
        if connection.isOnline { tell(.connection(.socketOpened(chat: chat))) }
    }

    mutating func close(_ effect: Int) {
        guard let live, live.effect == effect else { return }
        self.live = nil
        if connection.isOnline { tell(.connection(.socketClosed(chat: live.chat))) }
    }

    // MARK: Connecting

    mutating func catchUp() {
        if since == nil { recall() }
        connection.wakeAfterCommit(.stored)
    }

    /// Goes on from what an earlier run has kept. A first sync that did not end has kept nothing.
    private mutating func recall() {
        let environment = connection.environment
        since = environment.bookmark("since")
        rooms = Rooms(kept: environment.bookmarks(Rooms.prefix))
        logs = [:]
        directs = Directs(environment.bookmark("direct").map(JSON.init(text:)) ?? [:])
        rules = PushRules(environment.bookmark("rules").map(JSON.init(text:)) ?? .null)
        invitations = environment.bookmarks("invitation/").compactMapValues(RoomInvitation.init(bookmark:))
    }

    mutating func disconnect() {
        intake = nil
        first = nil
        lookups.drop()
        typing.expire()
        // What the server has not answered yet may still be answered.
        for (chat, join) in joining where join.isDone { accepted(chat) }
        if let live, connection.isOnline { tell(.connection(.socketClosed(chat: live.chat))) }
    }

    /// Asks for what has happened since the last sync. The server may then forget what that has brought, so it must be
    /// stored by now.
    private mutating func askForNews() {
        guard let since else { return request(MatrixRequest(.get, ["joined_rooms"]), .joinedRooms) }
        idling.ask(at: connection.environment.now())
        request(.sync(since: since, wait: connection.isOnline ? Self.wait : 0), .sync)
    }

    /// Goes on from here: all that had happened is taken in.
    ///
    /// - Parameter isEmpty: whether nothing had.
    mutating func finishSync(at next: String, isEmpty: Bool) {
        for (name, value) in rooms.takeUnkept() { keep(name, value) }
        if next != since {
            since = next
            keep("since", next)
        }
        let environment = connection.environment
        let pause = idling.pause(
            isEmpty: isEmpty && connection.isOnline, at: environment.now(), environment.chance())
        if connection.isConnecting {
            connected()
            if let live { tell(.connection(.socketOpened(chat: live.chat))) }
        }
        connection.succeed()
        if let pause { connection.wake(.sync, after: pause) } else { connection.wakeAfterCommit(.stored) }
    }
}
