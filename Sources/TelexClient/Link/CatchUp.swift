import TelexAPI
import TelexCore

/// What a link fetches when it connects: the list of changed chats, then the missing messages of each.
struct CatchUp {
    /// The most pushed frames to hold meanwhile. With more, the link reconnects.
    private static let longestQueue = 10_000
    /// With more missing messages than this, progress is reported: every `stride` chats, at most about `stride` times.
    private static let manyMessages: Int64 = 1000
    private static let stride = 20

    /// The last event of a complete catch-up. It is not stored, because a restored server may have lost it.
    private var event: Int64 = 0
    /// The server's run in which `event` was reported.
    private var run: Int64?
    /// The last event of the pages fetched so far.
    private var cursor: Int64 = 0
    /// The frames pushed meanwhile.
    private var early: [Frame] = []
    /// The chats that are still to be fetched.
    private var backlog: [ChatInfo] = []
    /// The number of chats to fetch, if progress is reported.
    private var total: Int?

    /// The next chat to be fetched.
    var next: ChatInfo? { backlog.first }

    /// The request for the next page of changed chats.
    var request: ServerRequest { ServerRequest(.chats(since: cursor, limit: 200)) }

    mutating func begin() { cursor = event }

    mutating func drop() {
        early = []
        backlog = []
    }

    /// Adds a page of chats; returns `false` if all chats have to be fetched again from the beginning.
    mutating func add(_ page: ChatPage) -> Bool {
        defer { run = page.run }
        // After a restart, a restored server may have chats with fewer messages that it does not list as changed.
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

    /// Holds a frame until the end; returns `false` if there are too many.
    mutating func hold(_ frame: Frame) -> Bool {
        guard early.count < Self.longestQueue else { return false }
        early.append(frame)
        return true
    }

    /// Ends the catch-up; returns the frames pushed meanwhile.
    mutating func end() -> [Frame] {
        event = cursor
        defer { early = [] }
        return early
    }

    // MARK: Progress

    /// Call this when all changed chats are listed.
    ///
    /// - Parameter known: the sequence number of the last known message of a chat.
    mutating func beginProgress(known: (ChatID) -> Int64) -> Event? {
        // A server may send any number, so the sum ends at the limit.
        let missing: Int64 = backlog.reduce(0) { sum, info in
            let more = max(0, max(0, info.last) - known(ChatID(info.chat)))
            return sum + min(more, Self.manyMessages + 1 - sum)
        }
        total = missing > Self.manyMessages ? backlog.count : nil
        return progress
    }

    /// Removes the next chat, which has been fetched.
    mutating func finishNext() -> Event? {
        backlog.removeFirst()
        return progress
    }

    /// The progress to report; `nil` between two reports.
    private var progress: Event? {
        guard let total, case let done = total - backlog.count, done < total,
            done % max(Self.stride, total / Self.stride) == 0
        else { return nil }
        return .connection(.progressed(SyncProgress(done: done, total: total)))
    }
}
