import TelexAPI
import TelexCore

/// What is fetched when the link connects: which chats have changed, and what of them is yet to come.
struct CatchUp {
    /// How many frames are kept that come meanwhile; with more the link begins anew.
    private static let longestQueue = 10_000
    /// How many messages are missing where it takes long, and after how many chats it is said how far it is.
    private static let manyMessages: Int64 = 1000
    private static let stride = 20

    /// The last event that is known of; what was known in an earlier run may have been undone since.
    private var event: Int64 = 0
    /// The start of the server that has told of that event.
    private var run: Int64?
    /// The last event of the pages that have come.
    private var cursor: Int64 = 0
    /// What came by push meanwhile.
    private var early: [Frame] = []
    /// The chats that are yet to be fetched.
    private var backlog: [ChatInfo] = []
    /// How many there were, if fetching them takes long.
    private var total: Int?

    /// The next chat to be fetched.
    var next: ChatInfo? { backlog.first }

    /// What lists the chats that have changed.
    var request: ServerRequest { ServerRequest(.chats(since: cursor, limit: 200)) }

    mutating func begin() { cursor = event }

    mutating func drop() {
        early = []
        backlog = []
    }

    /// Takes a page of chats into account; returns `false` if all chats are to be asked for again, from the beginning.
    mutating func take(_ page: ChatPage) -> Bool {
        defer { run = page.run }
        // Since the server was started anew a chat may have fewer messages, and not be listed for that.
        guard page.run == run || cursor == 0 else {
            cursor = 0
            backlog = []
            return false
        }
        backlog += page.chats.filter { $0.standing == nil }
        cursor = page.cursor
        return true
    }

    mutating func add(_ info: ChatInfo) { backlog.append(info) }

    /// Keeps a frame for later; returns `false` if there are too many.
    mutating func hold(_ frame: Frame) -> Bool {
        guard early.count < Self.longestQueue else { return false }
        early.append(frame)
        return true
    }

    /// Ends it; returns what came meanwhile.
    mutating func end() -> [Frame] {
        event = cursor
        defer { early = [] }
        return early
    }

    // MARK: How far it is

    /// To be called when all chats are listed.
    ///
    /// - Parameter known: the place of the last message that is known of a chat.
    mutating func beginProgress(known: (ChatID) -> Int64) -> Event? {
        let missing = backlog.reduce(0) { $0 + max(0, $1.last - known(ChatID($1.chat))) }
        total = missing > Self.manyMessages ? backlog.count : nil
        return progress
    }

    /// Notes that the next chat has been fetched.
    mutating func finishNext() -> Event? {
        backlog.removeFirst()
        return progress
    }

    /// The progress to report; `nil` between two reports.
    private var progress: Event? {
        guard let total, case let done = total - backlog.count, done < total,
            done % max(Self.stride, total / Self.stride) == 0
        else { return nil }
        return .connection(.progressed(done: done, total: total))
    }
}
