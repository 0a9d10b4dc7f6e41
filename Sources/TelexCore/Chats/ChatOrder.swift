/// All chats, the one with the latest message, or invitation, first; those without any come last.
struct ChatOrder {
    private var slots: [Chat] = []
    private var slotByID: [ChatID: Int] = [:]
    /// Slots, the latest first.
    private var order: [Int] = []

    var count: Int { order.count }

    subscript(id: ChatID) -> Chat? { slotByID[id].map { slots[$0] } }

    /// The first chats of the order.
    func prefix(_ count: Int) -> [Chat] { order.prefix(count).map { slots[$0] } }

    /// Puts in a chat, or changes it and moves it to its place.
    mutating func update(_ chat: Chat) {
        guard let slot = slotByID[chat.id] else {
            slotByID[chat.id] = slots.count
            insert(slots.count, chat)
            slots.append(chat)
            return
        }
        let moves = Self.position(chat) != Self.position(slots[slot])
        slots[slot] = chat
        guard moves, let place = order.firstIndex(of: slot) else { return }
        order.remove(at: place)
        insert(slot, chat)
    }

    mutating func remove(_ id: ChatID) {
        guard let slot = slotByID.removeValue(forKey: id) else { return }
        // Its slot stays empty: chats go too seldom for it to be used again.
        order.removeAll { $0 == slot }
    }

    private mutating func insert(_ slot: Int, _ chat: Chat) {
        let position = Self.position(chat)
        // What is loaded comes in order and goes to the end; a new message goes to the front. Both are found at once.
        if let last = order.last, Self.position(slots[last]) >= position { return order.append(slot) }
        let place = order.firstIndex { Self.position(slots[$0]) <= position } ?? order.count
        order.insert(slot, at: place)
    }

    private static func position(_ chat: Chat) -> Int64 { chat.invitation?.position ?? chat.last?.position ?? 0 }
}
