import TelexCore

/// What was done last that `/undo` can mean.
enum Undoable {
    /// A message of ours is to be deleted.
    case deletion
    /// The reminders were changed.
    case reminder
    /// A contact was deleted.
    case contact
}

extension Invocation {
    func undo() throws {
        defer { skin.undoable = nil }
        let deletion = session.undoableDeletions.last
        switch (skin.undoable, deletion) {
        case (.reminder, _): try undoReminderChange()
        case (.contact, _): try undoContactDeletion()
        case (_, let key?): try keep(key)
        case (.deletion, nil): throw Complaint.cannotKeep
        case (nil, nil): try undoReminderChange()
        }
    }

    /// Keeps a message of ours, in whichever chat it is.
    private func keep(_ key: MessageKey) throws {
        try receive(.revision(.keeping(key)))
        if skin.messages.current?.messages.contains(where: { $0.message == key.message }) == true { return }
        let chat = skin.chatList.current?.chats.first { $0.chat == key.chat }
        skin.say(StyledText("Kept the message in \(HarmlessText.of(chat?.title ?? key.chat.text))."))
    }
}
