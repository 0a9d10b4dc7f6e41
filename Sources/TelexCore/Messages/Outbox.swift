/// Our messages that the server does not have: on their way, waiting for a connection, or refused.
struct Outbox: Hashable {
    struct Entry: Hashable {
        var message: Message
        /// The request that sent it, if that was in this run.
        var cause: Cause?
    }

    /// In the order in which they were sent.
    private(set) var entries: [Entry] = []

    /// How many will go out by themselves.
    var count: Int { entries.count { $0.message.delivery == .sending || $0.message.delivery == .waiting } }

    /// Those that wait for a connection.
    var waiting: [Entry] { entries.filter { $0.message.delivery == .waiting } }

    var hasWaiting: Bool { entries.contains { $0.message.delivery == .waiting } }

    subscript(key: MessageKey) -> Entry? { entries.first { $0.message.key == key } }

    mutating func add(_ message: Message, cause: Cause?) {
        entries.append(Entry(message: message, cause: cause))
    }

    /// The last one of a chat.
    func last(of chat: ChatID) -> Message? { entries.last { $0.message.chat == chat }?.message }

    /// Reports what becomes of the message to this request from now on.
    mutating func hand(_ key: MessageKey, to cause: Cause?) {
        guard let index = entries.firstIndex(where: { $0.message.key == key }) else { return }
        entries[index].cause = cause
    }

    /// Changes how far a message has got; one that the server has leaves the outbox.
    mutating func update(_ key: MessageKey, to delivery: Message.Delivery) -> Message? {
        guard let index = entries.firstIndex(where: { $0.message.key == key }) else { return nil }
        entries[index].message.delivery = delivery
        return delivery == .sent ? entries.remove(at: index).message : entries[index].message
    }
}
