/// The notifications that are pending: one for each chat, and one for each reminder that has fallen due.
struct NotificationModel {
    struct Pending: Hashable {
        /// The chat that it is about; of a reminder the one that it belongs to, if it does.
        let chat: ChatID?
        var reminder: ReminderID?
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
        let before = pending.firstIndex { $0.chat == chat && $0.reminder == nil }.map { pending.remove(at: $0) }
        pending.insert(Pending(chat: chat, contact: contact, text: text, unread: (before?.unread ?? 0) + 1), at: 0)
    }

    mutating func tap(_ chat: ChatID) -> Consequences {
        dismiss(chat)
        return Consequences(followUps: [.screen(.opened(.messages(chat)))])
    }

    mutating func dismiss(_ chat: ChatID) { pending.removeAll { $0.chat == chat && $0.reminder == nil } }

    // MARK: Reminders

    mutating func remind(_ reminder: ReminderID, name: String, chat: ChatID?) {
        dismiss(reminder)
        pending.insert(Pending(chat: chat, reminder: reminder, contact: "Reminder", text: name, unread: 1), at: 0)
    }

    mutating func tap(_ reminder: ReminderID) -> Consequences {
        let chat = pending.first { $0.reminder == reminder }?.chat
        dismiss(reminder)
        return Consequences(followUps: [.screen(.opened(chat.map { .messages($0) } ?? .upcoming))])
    }

    mutating func dismiss(_ reminder: ReminderID) { pending.removeAll { $0.reminder == reminder } }
}
