import TelexCore

/// The last events of a room: which message each stands behind, and who wrote it.
struct RoomLog {
    private static let longest = 400

    private struct Entry {
        let event: String
        let sender: String
        /// The last message up to the event; `nil` where that is not known.
        let message: MessageID?
        /// The event that it has say something else.
        let replaces: String?
    }

    private var entries: [Entry] = []
    /// Who is typing.
    var typists: [String] = []

    mutating func add(_ event: String, sender: String, message: MessageID?, replaces: String? = nil) {
        let message = message ?? entries.last?.message
        entries.append(Entry(event: event, sender: sender, message: message, replaces: replaces))
        if entries.count > 2 * Self.longest { entries.removeFirst(Self.longest) }
    }

    /// The last message that somebody has read who has read up to the event; `nil` for one of long ago.
    func message(upTo event: String) -> MessageID? { entries.last { $0.event == event }?.message }

    func replaced(by event: String) -> String? { entries.last { $0.event == event }?.replaces }

    func sender(of event: String) -> String? { entries.last { $0.event == event }?.sender }
}
