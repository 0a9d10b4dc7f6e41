import TelexAPI

/// Puts the messages of one chat in order and drops duplicates, whichever channel they arrive on.
struct ChatLog {
    /// The most early messages to hold. Further ones are fetched again.
    private static let longestHold = 1000

    /// The sequence number of the last message that was passed on.
    private(set) var known: Int64 = 0
    /// The id of that message. A server that was restored from a backup has another message there, or none.
    private(set) var knownID: String?
    /// Messages that arrived before their predecessors, by sequence number.
    private var held: [Int64: MessageInfo] = [:]
    /// Marks on messages that have not been passed on, by user.
    private var marks: [String: Mark] = [:]
    /// Revisions of messages that have not been passed on, by sequence number.
    private var revisions: [Int64: MessageInfo] = [:]
    /// The last revision that arrived in order: no earlier one is missing.
    private var revised: Int64 = 0
    /// Later revisions that arrived out of order, by the sequence number of the message.
    private var ahead: [Int64: Int64] = [:]
    /// Whether missing messages are being fetched.
    var isFetching = false

    init() {}

    /// Continues from a stored `bookmark`.
    init(bookmark: String) {
        let parts = bookmark.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let known = Int64(parts[0]), (0..<Int64.max).contains(known) else { return }
        self.known = known
        knownID = String(parts[1])
    }

    /// The last known message, as text for the store.
    var bookmark: String { "\(known) \(knownID ?? "")" }

    /// Whether a chat with this last message cannot be the chat that the log knows.
    ///
    /// - Parameter id: `nil` for a message that the server no longer stores.
    func differs(last: Int64, id: String?) -> Bool { last < known || (last == known && id != nil && id != knownID) }

    /// Skips to a message of a page that starts after the last known message.
    ///
    /// The server no longer stores the messages between the two, or they cannot be read.
    mutating func skip(to message: MessageInfo) {
        guard message.isOrdered, message.seq > known + 1 else { return }
        known = message.seq - 1
        held = held.filter { $0.key > known }
    }

    /// Adds a message; returns the messages that can be passed on now.
    mutating func add(_ message: MessageInfo) -> [MessageInfo] {
        guard message.isOrdered, message.seq > known else { return [] }
        if message.seq == known + 1 || held.count < Self.longestHold { held[message.seq] = message }
        var ready: [MessageInfo] = []
        while var next = held.removeValue(forKey: known + 1) {
            if let changed = revisions.removeValue(forKey: next.seq), changed.isNewer(than: next) { next = changed }
            if let number = next.revised, number > revised { ahead[next.seq] = number }
            ready.append(next)
            known = next.seq
            knownID = next.id
        }
        return ready
    }

    /// Adds a revision; returns the message if the revision is to be passed on now.
    ///
    /// A message that has not been passed on yet will be passed on as revised.
    ///
    /// - Parameter isInOrder: whether all earlier revisions have been added. On the push channel they have; revisions
    ///   from elsewhere may be ahead of it.
    mutating func apply(revision message: MessageInfo, isInOrder: Bool) -> MessageInfo? {
        guard let number = message.revised, number > revised else { return nil }
        let isNew = number > ahead[message.seq] ?? 0
        if isInOrder {
            revised = number
            ahead = ahead.filter { $0.value > number }
        } else if isNew {
            ahead[message.seq] = number
        }
        guard isNew else { return nil }
        guard message.seq > known else { return message }
        revisions[message.seq] = message
        return nil
    }

    /// Whether messages are missing before those held.
    var hasGap: Bool { !held.isEmpty }

    /// Adds a mark, and holds it while its message is missing.
    mutating func set(_ mark: Mark) { marks[mark.user] = mark }

    /// Removes and returns the marks whose messages have been passed on.
    mutating func takeMarks() -> [Mark] {
        let ready = marks.values.filter { max($0.readSeq, $0.deliveredSeq) <= known }
        for mark in ready { marks[mark.user] = nil }
        return ready.sorted(by: \.user)
    }
}

extension MessageInfo {
    /// Whether the sequence number is one. There is always a next one.
    fileprivate var isOrdered: Bool { (1..<Int64.max).contains(seq) }

    /// Whether this is a later revision than the other.
    fileprivate func isNewer(than other: MessageInfo) -> Bool { (revised ?? 0) > (other.revised ?? 0) }
}
