/// All chats, by latest message or invitation, most recent first; chats without either come last.
struct ChatOrder {
    private var chats = RecencyList<ChatID, Chat>()

    var count: Int { chats.count }

    subscript(id: ChatID) -> Chat? { chats[id] }

    /// The first `count` chats.
    func prefix(_ count: Int) -> [Chat] { chats.prefix(count) }

    func rows<Row>(_ count: Int, _ cache: inout RowCache<Row>, _ build: (Chat) -> Row) -> [Shown<Row>] {
        chats.rows(count, &cache, build)
    }

    /// Inserts or updates a chat and moves it to its position; returns the old value.
    @discardableResult
    mutating func update(_ chat: Chat) -> Chat? {
        chats.update(chat.id, chat, at: chat.recency)
    }

    mutating func remove(_ id: ChatID) { chats.remove(id) }
}
