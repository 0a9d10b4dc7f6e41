import TelexAPI

/// Brings the messages of one chat in order, each once, whatever way and however often they come.
struct ChatLog {
    /// How many that came too early are kept; more than that are fetched again.
    private static let longestHold = 1000

    /// The place of the last message that was handed on.
    private(set) var known: Int64 = 0
    /// Its id: a server whose file was restored from a backup has another one at that place, or none.
    private(set) var knownID: String?
    /// Those that came before the ones that they follow.
    private var held: [Int64: MessageInfo] = [:]
    /// Marks for messages that have not been handed on, by who made them.
    private var marks: [String: Mark] = [:]
    /// Changes of messages that have not been handed on, by their places.
    private var revisions: [Int64: MessageInfo] = [:]
    /// The last change that has come in the order of changes: none before it is missing.
    private var revised: Int64 = 0
    /// Later changes, which have come out of that order, by the places of their messages.
    private var ahead: [Int64: Int64] = [:]
    /// Whether what is missing is being fetched.
    var isFetching = false

    init() {}

    /// Goes on from what was kept as `bookmark`.
    init(bookmark: String) {
        let parts = bookmark.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let known = Int64(parts[0]) else { return }
        self.known = known
        knownID = String(parts[1])
    }

    /// How far it has got, to be kept.
    var bookmark: String { "\(known) \(knownID ?? "")" }

    /// Whether a chat whose last message is this one cannot be the chat that was known.
    ///
    /// - Parameter id: `nil` for a message that the server no longer keeps.
    func differs(last: Int64, id: String?) -> Bool { last < known || (last == known && id != nil && id != knownID) }

    /// Goes on at a message that comes first in a page of all that is kept after the last known one: what lies between is
    /// not kept any more.
    mutating func skip(to message: MessageInfo) {
        if message.seq > known + 1 { known = message.seq - 1 }
    }

    /// Takes a message in; returns those that can be handed on now.
    mutating func take(_ message: MessageInfo) -> [MessageInfo] {
        guard message.seq > known else { return [] }
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

    /// Takes a change of a message in; returns the message if that is to be handed on now. One that has not been handed on
    /// is handed on changed.
    ///
    /// - Parameter isInOrder: whether all changes before it have been taken in, as they have by the push channel; what
    ///   comes by another way may be ahead of that.
    mutating func take(revision message: MessageInfo, isInOrder: Bool) -> MessageInfo? {
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

    /// Whether something is missing before what has come.
    var hasGap: Bool { !held.isEmpty }

    /// Takes a mark in; it is kept for as long as the message that it is on is missing.
    mutating func take(_ mark: Mark) { marks[mark.user] = mark }

    /// The marks whose messages have been handed on.
    mutating func takeMarks() -> [Mark] {
        let ready = marks.values.filter { max($0.readSeq, $0.deliveredSeq) <= known }
        for mark in ready { marks[mark.user] = nil }
        return ready.sorted { $0.user < $1.user }
    }
}

extension MessageInfo {
    /// Whether it was changed after the other.
    fileprivate func isNewer(than other: MessageInfo) -> Bool { (revised ?? 0) > (other.revised ?? 0) }
}
