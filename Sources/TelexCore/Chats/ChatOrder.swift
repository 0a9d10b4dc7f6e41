/// All chats, the one with the latest message, or invitation, first; those without any come last.
struct ChatOrder {
    private var chats = RecencyList<ChatID, Chat>()

    var count: Int { chats.count }

    subscript(id: ChatID) -> Chat? { chats[id] }

    /// The first chats of the order.
    func prefix(_ count: Int) -> [Chat] { chats.prefix(count) }

    func rows<Row>(_ count: Int, _ cache: inout RowCache<Row>, _ build: (Chat) -> Row) -> [Shown<Row>] {
        chats.rows(count, &cache, build)
    }

    /// Puts in a chat, or changes it and moves it to its place; returns what it was.
    @discardableResult
    mutating func update(_ chat: Chat) -> Chat? {
        chats.update(chat.id, chat, at: chat.recency)
    }

    mutating func remove(_ id: ChatID) { chats.remove(id) }
}
