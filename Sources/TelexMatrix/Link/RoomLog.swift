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

    /// The last event that has been read by whoever has read a message: what follows on it, up to the next message of
    /// somebody else. `nil` for a message of long ago.
    func lastRead(with message: MessageID, own: String) -> String? {
        guard var index = entries.lastIndex(where: { $0.message == message }) else { return nil }
        while index + 1 < entries.count {
            let next = entries[index + 1]
            if next.message != entries[index].message, next.sender != own { break }
            index += 1
        }
        return entries[index].event
    }

    func replaced(by event: String) -> String? { entries.last { $0.event == event }?.replaces }

    func sender(of event: String) -> String? { entries.last { $0.event == event }?.sender }
}
