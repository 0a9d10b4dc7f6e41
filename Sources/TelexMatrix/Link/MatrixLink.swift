import TelexCore
import TelexNetwork

/// The link with a homeserver.
///
/// Its first sync reads all rooms, one after the other. Later syncs fetch what has happened since, then wait for more.
struct MatrixLink: BackendLink {
    /// How long the server may hold back its response until something happens, in seconds.
    private static let wait = 30

    let account: MatrixAccount
    var connection: Connection<MatrixLink>
    private(set) var live: (chat: ChatID, effect: Int)?
    /// The token of the last sync that is stored.
    private(set) var since: String?
    var rooms = Rooms()
    var logs: [String: RoomLog] = [:]
    /// The rooms whose members have been reported in this run, as they were then.
    var reported: [String: Room] = [:]
    /// The rooms that we are invited to or have asked to join.
    var invitations: [String: RoomInvitation] = [:]
    /// The rooms that we are joining, until their first news arrive.
    var joining: [ChatID: Joining] = [:]
    /// The rooms that were created in this run.
    var made: Set<String> = []
    /// The rooms that were seen to be encrypted.
    var encrypted: Set<String> = []
    /// Rooms that are known to be unencrypted, though nothing else is known about them.
    var plain: Set<String> = []
    var directs = Directs()
    var rules = PushRules()
    /// The settings that have been reported, by room; without those that are as in any room.
    var configured: [String: ChatSettings] = [:]
    /// The settings of rooms that the server is to keep.
    var settings = SettingsRequests()
    /// The settings that had been reported before the requests that are under way.
    var beforeRequest: [ChatID: ChatSettings] = [:]
    /// The rooms whose settings were answered since the last sync began, and those of before it. What a sync that began
    /// before an answer says of them may be older, so they are reported at the end of the next one.
    var answeredSinceSync: Set<ChatID> = []
    var answeredBeforeSync: Set<ChatID> = []
    var ignoring = IgnoreRequests()
    var searches = MessageSearches()
    var sent: SentNames
    var annotations: Annotations
    /// Who sent events that were looked up, because messages of ours answer them.
    var authors: [String: String] = [:]
    /// The users whom we ignore, by `m.ignored_user_list`: their reactions do not count.
    var ignored: Set<String> = []
    var typing = Typing()
    /// The messages of ours that the server has accepted, and that have not come back.
    var overdue: [Overdue] = []
    /// The part of a sync that is still to be processed.
    var intake: SyncReader?
    var first: FirstSync?
    /// The events to look up for a sync.
    var lookups = Lookups()
    private var idling = Idling()
    private var edits = 0

    /// A message of ours that the server has accepted.
    struct Overdue {
        let message: MessageID
        let chat: ChatID
        /// Whether the next sync to end also began after that.
        var isDue = false
    }

    /// The progress of joining a room.
    struct Joining {
        let effect: Int
        /// Whether the server has confirmed that we are in the room.
        var isDone = false
    }

    init(_ account: MatrixAccount, _ environment: LinkEnvironment) {
        self.account = account
        connection = Connection(account, environment)
        sent = SentNames(environment)
        annotations = Annotations(environment)
    }

    mutating func woken(_ alarm: Alarm) {
        switch alarm {
        case .stored: askForNews()
        case .sync: connection.wakeAfterCommit(.stored)
        case .typing(let number): if number == typing.number { typing.expire() }
        }
    }

    mutating func keep(_ room: Room) {
        rooms.change(room)
        if room.isEncrypted { noteEncryption(of: room.id) }
    }

    var probe: (MatrixRequest, Purpose) { (MatrixRequest(.get, ["account", "whoami"]), .probe) }

    /// The message that an event edits, if the event is known as an edit.
    func original(of edit: String) -> String? { connection.environment.value("edit/\(edit)") }

    /// Stores that an event is an edit: once redacted, it looks like a deleted message.
    mutating func note(edit: String, of message: String) { keep("edit/\(edit)", message) }

    /// Returns a transaction id for an edit or a deletion, unique for the device even after restarts.
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
        searches.cancel(effect)
        guard let live, live.effect == effect else { return }
        self.live = nil
        if connection.isOnline { tell(.connection(.socketClosed(chat: live.chat))) }
    }

    // MARK: Connecting

    mutating func catchUp() {
        if since == nil { recall() }
        connection.wakeAfterCommit(.stored)
    }

    /// Restores the stored state of an earlier run. An unfinished first sync has stored nothing.
    private mutating func recall() {
        let environment = connection.environment
        since = environment.value("since")
        rooms = Rooms(environment)
        encrypted.formUnion(environment.values(Self.encryptedPrefix).keys)
        encrypted.formUnion(rooms.all.filter(\.isEncrypted).map(\.id))
        logs = [:]
        directs = Directs(environment.value("direct").map(JSON.init(text:)) ?? [:])
        rules = PushRules(environment.value("rules").map(JSON.init(text:)) ?? .null)
        ignored = Self.ignored(environment.value("ignored").map(JSON.init(text:)) ?? .null)
        recallSettings()
        invitations = environment.values("invitation/").compactMapValues(RoomInvitation.init(kept:))
    }

    mutating func disconnect() {
        intake = nil
        first = nil
        lookups.drop()
        overdue = []
        typing.expire()
        // Joins that the server has not confirmed may still be answered.
        for (chat, join) in joining where join.isDone { accepted(chat) }
        if let live, connection.isOnline { tell(.connection(.socketClosed(chat: live.chat))) }
    }

    /// Starts the next sync. The last one must be stored by now, because the server may then forget what it contained.
    private mutating func askForNews() {
        guard let since else { return request(MatrixRequest(.get, ["joined_rooms"]), .joinedRooms) }
        idling.ask(at: connection.environment.now())
        answeredBeforeSync.formUnion(answeredSinceSync)
        answeredSinceSync = []
        request(.sync(since: since, wait: connection.isOnline ? Self.wait : 0), .sync)
    }

    /// Ends a sync and schedules the next one.
    ///
    /// - Parameter isEmpty: whether the sync was empty.
    mutating func finishSync(at next: String, isEmpty: Bool) {
        let answered = answeredBeforeSync
        answeredBeforeSync = []
        for chat in answered.sorted() { if let room = rooms[chat.text] { tellSettings(of: room) } }
        for (name, value) in rooms.keepChanges() { keep(name, value) }
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
