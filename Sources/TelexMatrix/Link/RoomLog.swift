import TelexCore

/// The last events of a room, each with its sender and the last message up to it.
struct RoomLog {
    private static let longest = 400

    private struct Entry {
        let event: String
        let sender: String
        /// The last message up to the event; `nil` if it is unknown.
        let message: MessageID?
        /// The message that the event edits.
        let replaces: String?
        let isReadable: Bool
    }

    private var entries: [Entry] = []
    /// The users who are typing.
    var typists: [String] = []

    mutating func add(
        _ event: String, sender: String, message: MessageID?, replaces: String? = nil, isReadable: Bool = true
    ) {
        let message = message ?? entries.last?.message
        entries.append(
            Entry(event: event, sender: sender, message: message, replaces: replaces, isReadable: isReadable))
        if entries.count > 2 * Self.longest { entries.removeFirst(Self.longest) }
    }

    /// The last message that is read when the event is read; `nil` for an old event.
    func message(upTo event: String) -> MessageID? { entries.last { $0.event == event }?.message }

    /// The last event that is read when a message is read: events up to the next message of somebody else belong to it.
    ///
    /// Returns `nil` for an old message.
    func lastRead(with message: MessageID, own: String) -> String? {
        guard var index = entries.lastIndex(where: { $0.message == message }) else { return nil }
        while index + 1 < entries.count {
            let next = entries[index + 1]
            if next.message != entries[index].message, next.sender != own { break }
            index += 1
        }
        return entries[index].event
    }

    /// Whether a message could be read; `nil` for an old one.
    func isReadable(_ message: MessageID) -> Bool? { entries.first { $0.message == message }?.isReadable }

    /// The last message up to this one that could be read; `nil` if there is none.
    func lastReadable(upTo message: MessageID) -> MessageID? {
        var (last, before): (MessageID?, MessageID?)
        for entry in entries where entry.message != before {
            if entry.isReadable { last = entry.message }
            if entry.message == message { break }
            before = entry.message
        }
        return last
    }

    func replaced(by event: String) -> String? { entries.last { $0.event == event }?.replaces }

    func sender(of event: String) -> String? { entries.last { $0.event == event }?.sender }
}
