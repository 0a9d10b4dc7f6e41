/// The notifications that are pending: one for each chat, and one for each reminder that has fallen due.
struct NotificationModel {
    struct Pending: Hashable {
        /// The chat that it is about; of a reminder the one that it belongs to, if it does.
        let chat: ChatID?
        var reminder: ReminderID?
        let contact: String
        /// The last message.
        var message: MessageID?
        var author: String?
        var kind = MessageKind.text
        var text: String
        /// How many messages it stands for.
        let unread: Int
    }

    /// The newest first.
    private(set) var pending: [Pending] = []
    /// How many are shown at most.
    private(set) var rows = 50

    mutating func list(rows: Int) { self.rows = max(1, rows) }

    mutating func raise(_ message: IncomingMessage) {
        let chat = message.chat
        let before = pending.firstIndex { $0.chat == chat && $0.reminder == nil }.map { pending.remove(at: $0) }
        let new = Pending(
            chat: chat, contact: message.contact ?? chat.text, message: message.message, author: message.author,
            kind: message.kind, text: message.text, unread: (before?.unread ?? 0) + 1)
        pending.insert(new, at: 0)
    }

    mutating func revise(_ message: MessageID, in chat: ChatID, _ text: String?) {
        guard let index = pending.firstIndex(where: { $0.chat == chat && $0.message == message }) else { return }
        pending[index].text = text ?? ""
        if text == nil { pending[index].kind = .deleted }
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
