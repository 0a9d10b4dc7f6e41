import Foundation

/// The pending notifications: one for each chat, and one for each reminder that is due.
struct PendingNotifications {
    struct Pending: Hashable {
        /// The chat of the messages; for a reminder, its chat if it has one.
        let chat: ChatID?
        var reminder: ReminderID?
        let title: String
        /// The last message. Its `content` has the sender's display name.
        var message: MessageID?
        var content: MessageContent
        /// When the last message was sent, or the reminder was due.
        let date: Date
        /// How many messages the notification covers; 0 for a reaction.
        let unread: Int

        /// The reaction to a message of ours that it is about; `nil` for anything else.
        var reaction: Reaction? { unread == 0 ? content.reactions.first : nil }
    }

    /// The subject of a notification.
    enum Key: Hashable {
        case chat(ChatID)
        case reminder(ReminderID)

        /// - Parameter id: the id of the notification's row.
        init?(_ id: String) {
            guard let colon = id.firstIndex(of: ":") else { return nil }
            let subject = String(id[id.index(after: colon)...])
            switch id[..<colon] {
            case "chat": self = .chat(ChatID(subject))
            case "reminder": self = .reminder(ReminderID(subject))
            default: return nil
            }
        }
    }

    /// The pending notifications, newest first.
    private(set) var pending = RecencyList<Key, Pending>()
    /// Those that come back at a time, unless nobody needs them by then.
    private var snoozed: [Key: (pending: Pending, until: Date)] = [:]
    private var newest: Int64 = 0
    var limit = RowLimit()

    mutating func raise(_ message: IncomingMessage, at time: Date) {
        let chat = message.chat
        let unread = known(.chat(chat))?.unread ?? 0
        let new = Pending(
            chat: chat, title: message.title ?? chat.text, message: message.message, content: message.content,
            date: message.date ?? time, unread: unread + 1)
        add(new, .chat(chat))
    }

    /// Adds a reaction, unless messages of the chat are pending.
    mutating func react(_ message: IncomingMessage, at time: Date) {
        let chat = message.chat
        if let before = known(.chat(chat)), before.unread > 0 { return }
        let new = Pending(
            chat: chat, title: message.title ?? chat.text, message: message.message, content: message.content,
            date: time, unread: 0)
        add(new, .chat(chat))
    }

    mutating func revise(_ message: MessageID, in chat: ChatID, _ content: MessageContent) {
        guard var revised = known(.chat(chat)), revised.message == message else { return }
        let before = revised.content
        if let reaction = revised.reaction, !content.reactions.contains(reaction) {
            dismiss(.chat(chat))
            return
        }
        revised.content = content
        revised.content.senderName = before.senderName
        revised.content.reactions = before.reactions
        if snoozed[.chat(chat)] == nil {
            pending.change(.chat(chat), to: revised)
        } else {
            snoozed[.chat(chat)]?.pending = revised
        }
    }

    mutating func remind(_ reminder: ReminderID, name: String, chat: ChatID?, at time: Date) {
        let new = Pending(
            chat: chat, reminder: reminder, title: "Reminder", content: .text(name), date: time, unread: 1)
        add(new, .reminder(reminder))
    }

    private mutating func add(_ new: Pending, _ key: Key) {
        snoozed[key] = nil
        newest += 1
        pending.update(key, new, at: newest)
    }

    /// The notification, shown or snoozed.
    private func known(_ key: Key) -> Pending? { pending[key] ?? snoozed[key]?.pending }

    @discardableResult
    mutating func dismiss(_ key: Key) -> Pending? {
        let snoozed = snoozed.removeValue(forKey: key)?.pending
        return pending.remove(key) ?? snoozed
    }

    /// Removes the notifications whose last message or reaction is from this person.
    mutating func silence(_ user: UserID) {
        let all = pending.prefix(pending.count) + snoozed.values.map(\.pending)
        for entry in all where entry.reminder == nil {
            let sender = entry.reaction.map(\.sender) ?? entry.content.sender
            if sender == user, let chat = entry.chat { dismiss(.chat(chat)) }
        }
    }

    /// Returns whether there is such a notification.
    mutating func snooze(_ key: Key, until time: Date) -> Bool {
        guard let dismissed = dismiss(key) else { return false }
        snoozed[key] = (dismissed, time)
        return true
    }

    /// When the next snoozed notification comes back; `nil` if there is none.
    var nextReturn: Date? { snoozed.values.map(\.until).min() }

    /// Brings back the snoozed notifications whose time has come, the oldest first.
    mutating func bringBack(by time: Date) {
        let due = snoozed.filter { $0.value.until <= time }
        for (key, value) in due.sorted(by: {
            ($0.value.until, $0.value.pending.date) < ($1.value.until, $1.value.pending.date)
        }) {
            add(value.pending, key)
        }
    }
}
