import TelexCore

/// Something that `/undo` can take back.
enum Undoable {
    /// A message of ours is to be deleted.
    case deletion
    /// The reminders were changed. The action takes that back.
    case reminder(Action)
    /// A contact was deleted. The action brings it back.
    case contact(Action)

    /// Whether only one of the two can be undone, because they are of the same kind.
    fileprivate func replaces(_ other: Undoable) -> Bool {
        switch (self, other) {
        case (.deletion, .deletion), (.reminder, .reminder), (.contact, .contact): true
        default: false
        }
    }
}

extension Invocation {
    /// Notes what `/undo` takes back next.
    func note(_ undoable: Undoable?) {
        guard let undoable else { return }
        screen.undoables = screen.undoables.filter { !undoable.replaces($0) } + [undoable]
    }

    func undo() throws {
        switch (screen.undoables.popLast(), session.undoableDeletions.last) {
        case (.reminder(let undo), _): try undoReminderChange(undo)
        case (.contact(let undo), _): try undoContactDeletion(undo)
        case (_, let key?): try keep(key)
        case (.deletion, nil): throw Complaint.cannotKeep
        case (nil, nil): try undoReminderChange(screen.upcoming?.undo)
        }
    }

    /// Keeps a message of ours, in whichever chat it is.
    private func keep(_ key: MessageKey) throws {
        try receive(.revision(.keeping(key)))
        if screen.messages?.messages.contains(where: { $0.message == key.message }) == true { return }
        let chat = screen.chatList?.chats.first { $0.chat == key.chat }
        say(StyledText("Kept the message in \(HarmlessText.of(chat?.title ?? key.chat.text))."))
    }
}
