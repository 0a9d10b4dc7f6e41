/// Our messages that the server does not have: on their way, waiting for a connection, or refused.
struct Outbox: Hashable {
    struct Entry: Hashable {
        var message: Message
        /// The request that sent it; `nil` if an earlier run did.
        var cause: Cause?
    }

    /// In the order in which they were sent.
    private(set) var entries: [Entry] = []

    /// How many will be sent without an explicit retry.
    var count: Int { entries.count { $0.message.delivery == .sending || $0.message.delivery == .waiting } }

    /// The entries that wait for a connection.
    var waiting: [Entry] { entries.filter { $0.message.delivery == .waiting } }

    var hasWaiting: Bool { entries.contains { $0.message.delivery == .waiting } }

    subscript(key: MessageKey) -> Entry? { entries.first { $0.message.key == key } }

    mutating func add(_ message: Message, cause: Cause?) {
        entries.append(Entry(message: message, cause: cause))
    }

    /// The last message of a chat.
    func last(of chat: ChatID) -> Message? { entries.last { $0.message.chat == chat }?.message }

    /// Reports the outcome of the message to this request from now on.
    mutating func hand(_ key: MessageKey, to cause: Cause?) {
        guard let index = entries.firstIndex(where: { $0.message.key == key }) else { return }
        entries[index].cause = cause
    }

    /// Changes the delivery state of a message; one that the server has leaves the outbox.
    mutating func update(_ key: MessageKey, to delivery: Message.Delivery) -> Message? {
        guard let index = entries.firstIndex(where: { $0.message.key == key }) else { return nil }
        entries[index].message.delivery = delivery
        return delivery == .sent ? entries.remove(at: index).message : entries[index].message
    }
}
