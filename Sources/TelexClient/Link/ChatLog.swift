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
        while let next = held.removeValue(forKey: known + 1) {
            ready.append(next)
            known = next.seq
            knownID = next.id
        }
        return ready
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
