import TelexCore
import TelexRuntime

/// What was done last that `/undo` can mean.
enum Undoable {
    /// A message of ours is to be deleted.
    case deletion
    /// The reminders were changed.
    case reminder
    /// A contact was deleted.
    case contact
}

/// Implements `/undo`.
struct UndoCommand {
    let repl: Repl
    let actions: ActionFinder

    private var skin: TextSkin { repl.skin }

    func run() throws {
        defer { skin.undoable = nil }
        let deletion = repl.session.undoableDeletions.last
        switch (skin.undoable, deletion) {
        case (.reminder, _): try takeBackReminder()
        case (.contact, _): try ContactCommands(session: repl.session, actions: actions).undo()
        case (_, let key?): try keep(key)
        case (.deletion, nil): throw Complaint.cannotKeep
        case (nil, nil): try takeBackReminder()
        }
    }

    private func takeBackReminder() throws { try ReminderCommands(session: repl.session, actions: actions).undo() }

    /// Keeps a message of ours, in whichever chat it is.
    private func keep(_ key: MessageKey) throws {
        try repl.session.receive(.revision(.keeping(key)))
        if skin.messages.current?.messages.contains(where: { $0.message == key.message }) == true { return }
        let chat = skin.chatList.current?.chats.first { $0.chat == key.chat }
        skin.say(StyledText("Kept the message in \(HarmlessText.of(chat?.title ?? key.chat.text))."))
    }
}
