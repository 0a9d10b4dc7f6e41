extension Action {
    /// The event to send, with its blanks filled in, in order.
    public func filled(_ texts: String...) -> Event {
        event.filled(Dictionary(zip(blanks, texts)) { first, _ in first })
    }
}

extension Event {
    /// The same event, with its blanks filled in. Most events have none.
    func filled(_ values: [Blank: String]) -> Event {
        switch self {
        case .chat(.creating(let recipient, let title)):
            return .chat(.creating(recipient: values[.recipient] ?? recipient, title: values[.title] ?? title))
        case .chat(.retitling(var chat)):
            chat.title.fill(.title, values)
            return .chat(.retitling(chat))
        case .chat(.settingTopic(var chat)):
            chat.topic.fill(.topic, values)
            return .chat(.settingTopic(chat))
        case .chat(.pinning(var wish)):
            wish.chat.fill(values)
            return .chat(.pinning(wish))
        case .chat(.muting(var wish)):
            wish.chat.fill(values)
            wish.due.fill(.dueText, values)
            return .chat(.muting(wish))
        case .chat(.unpinning(var chat)):
            chat.fill(values)
            return .chat(.unpinning(chat: chat))
        case .chat(.unmuting(var chat)):
            chat.fill(values)
            return .chat(.unmuting(chat: chat))
        case .chat(.archiving(var chat)):
            chat.fill(values)
            return .chat(.archiving(chat: chat))
        case .chat(.unarchiving(var chat)):
            chat.fill(values)
            return .chat(.unarchiving(chat: chat))
        case .chat(.markingUnread(var chat)):
            chat.fill(values)
            return .chat(.markingUnread(chat: chat))
        case .chat(.hidingReceipts(var chat?)):
            chat.fill(values)
            return .chat(.hidingReceipts(chat: chat))
        case .chat(.sendingReceipts(var chat?)):
            chat.fill(values)
            return .chat(.sendingReceipts(chat: chat))
        case .member(.inviting(var invitee)):
            invitee.recipient.fill(.recipient, values)
            return .member(.inviting(invitee))
        case .member(.assigning(var wish)):
            wish.role.fill(.roleText, values)
            return .member(.assigning(wish))
        case .chat(.drafting(var draft)):
            draft.text.fill(.text, values)
            return .chat(.drafting(draft))
        case .message(.sending(var message)):
            message.text.fill(.text, values)
            if let id = values[.replyTo] { message.replyTo = MessageID(id) }
            message.path = values[.path] ?? message.path
            return .message(.sending(message))
        case .message(.showing(var range)):
            if let id = values[.firstID] { range.first = MessageID(id) }
            if let id = values[.lastID] { range.last = MessageID(id) }
            return .message(.showing(range))
        case .message(.reporting(var report)):
            if let id = values[.messageID] { report.key.message = MessageID(id) }
            report.reason.fill(.reason, values)
            return .message(.reporting(report))
        case .file(.saving(var saving)):
            saving.path.fill(.path, values)
            return .file(.saving(saving))
        case .revision(.editing(var edit)):
            edit.text.fill(.text, values)
            return .revision(.editing(edit))
        case .reaction(.adding(var wish)):
            if let id = values[.messageID] { wish.key.message = MessageID(id) }
            wish.text.fill(.key, values)
            return .reaction(.adding(wish))
        case .search(.searching(let query)): return .search(.searching(query: values[.query] ?? query))
        case .messageSearch(.searching(var search)):
            search.query.fill(.query, values)
            return .messageSearch(.searching(search))
        case .contact(.adding(var name)):
            name.fill(values)
            return .contact(.adding(name))
        case .contact(.renaming(var contact)):
            contact.name.fill(values)
            return .contact(.renaming(contact))
        case .contact(.importing(let vcard)): return .contact(.importing(vcard: values[.vcard] ?? vcard))
        case .notification(.snoozing(var snooze)):
            snooze.due.fill(.dueText, values)
            return .notification(.snoozing(snooze))
        case .reminder(.typing(var text)):
            text.fill(values)
            return .reminder(.typing(text))
        case .reminder(.adding(var reminder)):
            reminder.text.fill(values)
            return .reminder(.adding(reminder))
        case .reminder(.importing(let icalendar)):
            return .reminder(.importing(icalendar: values[.icalendar] ?? icalendar))
        default: return self
        }
    }
}

extension String {
    fileprivate mutating func fill(_ blank: Blank, _ values: [Blank: String]) { self = values[blank] ?? self }
}

extension ChatID {
    fileprivate mutating func fill(_ values: [Blank: String]) { if let id = values[.chatID] { self = ChatID(id) } }
}

extension ContactName {
    fileprivate mutating func fill(_ values: [Blank: String]) {
        first.fill(.firstName, values)
        last.fill(.lastName, values)
    }
}

extension ReminderText {
    fileprivate mutating func fill(_ values: [Blank: String]) {
        name.fill(.summary, values)
        due.fill(.dueText, values)
    }
}
