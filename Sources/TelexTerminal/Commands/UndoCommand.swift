import TelexCore
import TelexRuntime

/// What `/undo` takes back.
enum Undoable {
    /// The deletion of a message of ours.
    case deletion(MessageKey)
    /// The last change of the reminders.
    case reminder
}

/// Implements `/undo`.
struct UndoCommand {
    let repl: Repl

    private var skin: TextSkin { repl.skin }

    func run() throws {
        switch skin.undoable {
        case .deletion(let key): try keep(key)
        case .reminder: try takeBackReminder()
        // An earlier run may have left a deletion.
        case nil: if let row = lastDeleted { try keep(row) } else { try takeBackReminder() }
        }
        skin.undoable = nil
    }

    private func takeBackReminder() throws { try ReminderCommands(skin: skin, session: repl.session).undo() }

    /// Keeps a message of ours, in whichever chat it is.
    private func keep(_ key: MessageKey) throws {
        if skin.messages.current?.chat != key.chat {
            // A form loses its text when another screen covers it.
            if skin.contactForm.current != nil || skin.reminderForm.current != nil { throw Complaint.formOpen(.undo) }
            try repl.openChat(.screen(.opening(.messages(key.chat))))
            try repl.session.flush()
        }
        let row = skin.messages.current?.messages.first { $0.message == key.message && $0.keep != nil }
        guard let row = row ?? lastDeleted else {
            skin.undoable = nil
            throw Complaint.isDeleted
        }
        try keep(row)
    }

    private func keep(_ row: Shown<MessagesViewModel.Row>) throws {
        if let keep = row.keep { try repl.session.receive(keep.event) }
    }

    /// The last message of the open chat that is being deleted.
    private var lastDeleted: Shown<MessagesViewModel.Row>? {
        skin.messages.current?.messages.last { $0.keep != nil }
    }
}
