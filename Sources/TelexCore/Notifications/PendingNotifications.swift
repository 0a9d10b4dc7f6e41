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
    }

    /// The pending notifications, newest first.
    private(set) var pending = RecencyList<Key, Pending>()
    private var newest: Int64 = 0
    var limit = RowLimit()

    mutating func raise(_ message: IncomingMessage, at time: Date) {
        let chat = message.chat
        let unread = pending[.chat(chat)]?.unread ?? 0
        let new = Pending(
            chat: chat, title: message.title ?? chat.text, message: message.message, content: message.content,
            date: message.date ?? time, unread: unread + 1)
        add(new, .chat(chat))
    }

    /// Adds a reaction, unless messages of the chat are pending.
    mutating func react(_ message: IncomingMessage, at time: Date) {
        let chat = message.chat
        if let before = pending[.chat(chat)], before.unread > 0 { return }
        let new = Pending(
            chat: chat, title: message.title ?? chat.text, message: message.message, content: message.content,
            date: time, unread: 0)
        add(new, .chat(chat))
    }

    mutating func revise(_ message: MessageID, in chat: ChatID, _ content: MessageContent) {
        guard var revised = pending[.chat(chat)], revised.message == message else { return }
        let before = revised.content
        if let reaction = revised.reaction, !content.reactions.contains(reaction) {
            dismiss(.chat(chat))
            return
        }
        revised.content = content
        revised.content.senderName = before.senderName
        revised.content.reactions = before.reactions
        pending.change(.chat(chat), to: revised)
    }

    mutating func remind(_ reminder: ReminderID, name: String, chat: ChatID?, at time: Date) {
        let new = Pending(
            chat: chat, reminder: reminder, title: "Reminder", content: .text(name), date: time, unread: 1)
        add(new, .reminder(reminder))
    }

    private mutating func add(_ new: Pending, _ key: Key) {
        newest += 1
        pending.update(key, new, at: newest)
    }

    @discardableResult
    mutating func dismiss(_ key: Key) -> Pending? { pending.remove(key) }
}
