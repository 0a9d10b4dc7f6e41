/// The notifications that are pending: one for each chat.
struct NotificationModel {
    struct Pending: Hashable {
        let chat: ChatID
        let contact: String
        let text: String
        /// How many messages it stands for.
        let unread: Int
    }

    /// The newest first.
    private(set) var pending: [Pending] = []
    /// How many are shown at most.
    private(set) var rows = 50

    mutating func list(rows: Int) { self.rows = max(1, rows) }

    mutating func raise(_ chat: ChatID, contact: String, text: String) {
        let before = pending.firstIndex { $0.chat == chat }.map { pending.remove(at: $0) }
        pending.insert(Pending(chat: chat, contact: contact, text: text, unread: (before?.unread ?? 0) + 1), at: 0)
    }

    mutating func tap(_ chat: ChatID) -> Consequences {
        dismiss(chat)
        return Consequences(followUps: [.screen(.opened(.messages(chat)))])
    }

    mutating func dismiss(_ chat: ChatID) { pending.removeAll { $0.chat == chat } }
}
