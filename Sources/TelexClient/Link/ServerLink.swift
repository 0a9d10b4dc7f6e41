import TelexAPI
import TelexCore
import TelexNetwork

/// The link with a telex-server.
///
/// It opens the push channel first, so that it misses nothing. Then it fetches what has changed, chat by chat, and
/// applies the frames pushed meanwhile.
struct ServerLink: BackendLink {
    let account: Account
    var connection: Connection<ServerLink>
    var live = LiveChat()
    var logs: [ChatID: ChatLog] = [:]
    /// The event of the state of each chat that was reported last. An answer may come after what was pushed since.
    var reported: [ChatID: Int64] = [:]
    /// The groups that we are in, each with the sequence number of the last message before we joined.
    var groups: [ChatID: Int64] = [:]
    /// The chats that we were invited to or have left. The server opens no live channel for them.
    var away: Set<ChatID> = []
    var revisions = Revisions()
    /// The settings of chats that the server is to keep.
    var settings = SettingsRequests()
    /// The latest state of each chat that the server sent while a request for its settings was in progress.
    var heldSettings: [ChatID: ChatInfo] = [:]
    /// The last event that the answers to those requests know, by chat. What is older than an answer may come after it.
    var answeredSettings: [ChatID: Int64] = [:]
    /// Requests to ignore people, or to stop ignoring them.
    var ignoring = IgnoreRequests()
    var missed = CatchUp()
    /// Whether the server has not yet opened the push channel that it was asked for.
    private var awaitsPush = false

    /// How long the server may take to open the push channel, in seconds.
    private static let pushPatience: Double = 10

    init(_ account: Account, _ environment: LinkEnvironment) {
        self.account = account
        connection = Connection(account, environment)
    }

    // MARK: Connecting

    mutating func catchUp() {
        missed.begin()
        answeredSettings = [:]
        reported = [:]
        let environment = connection.environment
        logs = [:]
        for (chat, value) in environment.values("chat/") { logs[ChatID(chat)] = ChatLog(bookmark: value) }
        // Without any messages, no revisions can be missing.
        revisions.begin(
            reported: environment.value(Revisions.name).flatMap { Int64($0) } ?? (logs.isEmpty ? nil : 0))
        awaitsPush = true
        request(Request(.push(since: nil)), .push)
        connection.wake(.pushOverdue, after: Self.pushPatience)
    }

    mutating func disconnect() {
        missed.drop()
        closeSocket()
    }

    mutating func woken(_ alarm: Alarm) {
        switch alarm {
        case .reopen(let number): if number == live.number { openSocket() }
        case .pushOverdue: if awaitsPush { lose(.offline("The server at \(account.url) does not answer")) }
        }
    }

    mutating func pushed(_ frame: Frame) {
        switch frame {
        case .ready(let ready):
            awaitsPush = false
            guard connection.isConnecting else { return }
            if revisions.reported == nil, let event = ready.event { keep(revised: event) }
            request(missed.request, .chats)
        // The changes are fetched in any case.
        case .gap: break
        case _ where connection.isOnline: handle(frame, isPushed: true)
        default:
            if !missed.hold(frame) { lose(.offline("The server is sending faster than Telex can process.")) }
        }
    }

    mutating func took(_ page: ChatPage) {
        guard missed.add(page) else { return request(missed.request, .chats) }
        for event in events(of: page.chats) { tell(event) }
        for info in page.chats {
            rejoin(info)
            forgetIfAnother(info)
        }
        if let ignored = page.ignored { tell(Self.ignored(ignored)) }
        revisions.last = page.revised
        if page.more { return request(missed.request, .chats) }
        let logs = logs
        if let event = missed.beginProgress(known: { logs[$0]?.known ?? 0 }) { tell(event) }
        fetchNext()
    }

    /// Discards the log of a chat that cannot be the one that the log knows.
    mutating func forgetIfAnother(_ info: ChatInfo) {
        let chat = ChatID(info.chat)
        if logs[chat]?.differs(last: info.last, id: info.lastID) == true { logs[chat] = nil }
    }

    /// Fetches the missing messages of the next chat. After the last one, fetches missing revisions and ends the sync.
    mutating func fetchNext() {
        while let info = missed.next {
            let chat = ChatID(info.chat)
            if logs[chat, default: ChatLog()].known < info.last { return fetch(chat, verifies: true) }
            for mark in info.marks { logs[chat, default: ChatLog()].set(mark) }
            tellMarks(chat)
            finishNext()
        }
        if let event = revisions.missingSince { return askForRevisions(after: event) }
        let frames = missed.end()
        connected { for frame in frames { $0.handle(frame, isPushed: true) } }
        openSocket()
    }

    private mutating func finishNext() {
        if let event = missed.finishNext() { tell(event) }
    }

    var probe: (Request, Purpose) { (Request(.chats(since: 0, limit: 1)), .probe) }

    // MARK: Messages of a chat

    /// - Parameter verifies: whether to fetch the last known message again, to check that it is still the same.
    mutating func fetch(_ chat: ChatID, verifies: Bool = false) {
        logs[chat, default: ChatLog()].isFetching = true
        let known = logs[chat, default: ChatLog()].known
        let route = Route.messages(chat: chat.text, .after(verifies ? max(0, known - 1) : known), limit: 200)
        request(Request(route), .messages(chat))
    }

    mutating func took(_ page: MessagePage, in chat: ChatID) {
        logs[chat, default: ChatLog()].isFetching = false
        if connection.isConnecting { tookMissed(page, in: chat) } else { tookGap(page, in: chat) }
    }

    private mutating func tookMissed(_ page: MessagePage, in chat: ChatID) {
        let log = logs[chat, default: ChatLog()]
        if let first = page.messages.first, first.seq <= log.known, first.id != log.knownID {
            logs[chat] = ChatLog()
            return fetch(chat)
        }
        add(page, in: chat)
        // If there was nothing new, do not fetch the chat again.
        if logs[chat]?.known == log.known, missed.next.map({ ChatID($0.chat) }) == chat { finishNext() }
        fetchNext()
    }

    private mutating func tookGap(_ page: MessagePage, in chat: ChatID) {
        let brings = page.messages.contains { $0.seq > logs[chat]?.known ?? 0 }
        guard brings || logs[chat]?.hasGap == false else {
            // The server lacks the missing messages. Reconnect later, and start again.
            return lose(.offline("The server at \(account.url) skipped messages"))
        }
        add(page, in: chat)
        if page.more, logs[chat]?.isFetching == false { fetch(chat) }
    }
}
