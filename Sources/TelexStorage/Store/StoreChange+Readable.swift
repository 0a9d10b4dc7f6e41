import TelexCore

extension StoreChange {
    /// The change in the form in which it can be read back; `nil` if an id that it needs is missing.
    var readable: StoreChange? {
        switch self {
        case .chat(let chat): chat.readable.map(StoreChange.chat)
        case .members(let chat, let members): chat.readable.map { .members($0, members) }
        case .chatRemoved, .contactRemoved, .reminderRemoved, .ignored, .sendsReceipts, .link: self
        case .message(let message): message.readable.map(StoreChange.message)
        case .earlier(let message): message.readable.map(StoreChange.earlier)
        case .marked(let chat, let message, let delivery, let position):
            .marked(chat, message, delivery, at: position.map { $0.readable ?? 0 })
        case .removed: self
        case .rewritten(let message): message.readable.map(StoreChange.rewritten)
        case .revised(let chat, let message, let content):
            content.readable.map { .revised(chat, message, $0) }
        case .earlyReaction(let chat, let message, let reaction, let isAdded):
            reaction.readable.map { .earlyReaction(chat, message, $0, isAdded: isAdded) }
        case .gap(let chat, let position, let token): .gap(chat, at: position.readable ?? 0, token: token)
        case .delivered(let chat, let position): .delivered(chat, upTo: position.readable ?? 0)
        case .otherRead(let chat, let position): .otherRead(chat, upTo: position.readable ?? 0)
        case .contact(let contact): contact.readable.map(StoreChange.contact)
        case .reminder(let reminder): reminder.readable.map(StoreChange.reminder)
        }
    }
}
