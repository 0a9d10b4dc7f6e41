import Foundation
import TelexCore
import TelexRuntime

/// Implements the commands for reminders.
struct ReminderCommands {
    let session: any ChatSession
    let actions: ActionFinder

    private var skin: TextSkin { actions.skin }

    /// Opens the list of upcoming reminders from any screen and prints it.
    func show() throws {
        skin.askForUpcoming()
        if skin.upcoming.current == nil, let open = skin.chatList.current?.openReminders {
            try session.receive(open.event)
        }
    }

    /// Opens the form, or adds a whole reminder in one step, even if the form is open because the previous text was not
    /// understood.
    func remind(_ argument: String) throws {
        if !argument.isEmpty { return try add(argument) }
        if skin.reminderForm.current != nil { return }
        if skin.messages.current == nil { try begin() }
        try session.receive(opening().event)
    }

    private func opening() throws(Complaint) -> Action {
        guard let open = skin.messages.current?.addReminder ?? skin.upcoming.current?.add else {
            throw .nothingToDo(.remind)
        }
        return open
    }

    /// Adds a reminder. What is open stays open and is not printed again; if the reminder is refused, its form shows why.
    private func add(_ text: String) throws {
        var understood: String?
        if skin.reminderForm.current == nil {
            try skin.aside { try session.together { understood = try openTypeAndSave(text) } }
        } else {
            try session.together { understood = try typeAndSave(text) }
        }
        if skin.reminderForm.current == nil { sayItIsSaved(understood) }
    }

    /// Opens the form, types into it, and saves it unless it shows an error. Returns how the text was understood.
    private func openTypeAndSave(_ text: String) throws -> String? {
        let wasListed = skin.messages.current != nil || skin.upcoming.current != nil
        if !wasListed, let list = skin.chatList.current?.openReminders { try session.receive(list.event) }
        try session.receive(opening().event)
        let understood = try typeAndSave(text)
        let isSaved = skin.reminderForm.current == nil
        if isSaved, !wasListed, let close = skin.upcoming.current?.close { try session.receive(close.event) }
        return understood
    }

    /// Types into the form, and saves it unless it shows an error. Returns how the text was understood.
    private func typeAndSave(_ text: String) throws -> String? {
        try type(text)
        guard let form = skin.reminderForm.current, form.errorText == nil, let save = form.save else { return nil }
        try session.receive(save.filled(form.summary, form.dueText))
        return form.understoodText
    }

    private func sayItIsSaved(_ understood: String?) {
        guard let understood else { return }
        skin.undoable = .reminder
        skin.say(StyledText("Saved: ") + StyledText(understood, .bold) + StyledText("  /undo takes it back.", .dim))
    }

    /// Types a due date and a text into the open form.
    func type(_ text: String) throws {
        guard let typing = skin.reminderForm.current?.typing else { throw Complaint.nothingToDo(.remind) }
        try session.receive(typing.filled("", text))
    }

    func save() throws {
        guard let form = skin.reminderForm.current, let save = form.save else { throw Complaint.nothingToDo(.save) }
        try session.receive(save.filled(form.summary, form.dueText))
        if skin.reminderForm.current == nil { sayItIsSaved(form.understoodText) }
    }

    func finish(_ argument: String) throws {
        let row = try find(argument, .done)
        try session.receive(row.complete.event)
        skin.undoable = .reminder
        skin.say(StyledText("Done: \(row.summary). /undo marks it as not done."))
    }

    func undo() throws {
        if skin.upcoming.current == nil {
            // What is open stays open.
            guard let undo = try Excursion(skin: skin, session: session).upcoming().undo else {
                throw Complaint.nothingToDo(.undo)
            }
            try session.receive(undo.event)
            return skin.say(StyledText("Undone. /upcoming lists the reminders."))
        }
        guard let undo = skin.upcoming.current?.undo else { throw Complaint.nothingToDo(.undo) }
        skin.askForUpcoming()
        try session.receive(undo.event)
    }

    func visit(_ argument: String) throws {
        guard let tapped = try find(argument, .visit).open else {
            throw Complaint.refused("The reminder was not set in a chat.")
        }
        try session.receive(tapped.event)
    }

    func give(_ path: String) throws {
        if path.isEmpty { throw Complaint.needsArgument(.calendar) }
        let model = try Excursion(skin: skin, session: session).reminders()
        try UserFile(path).write(model.icalendar)
        skin.say(StyledText("\(model.totalCount) reminder\(model.totalCount == 1 ? " is" : "s are") in \(path) now."))
    }

    /// Opens the list of upcoming reminders without printing it, unless it is open.
    private func begin() throws {
        guard skin.upcoming.current == nil, let open = skin.chatList.current?.openReminders else { return }
        skin.passOverLists()
        try session.receive(open.event)
        try session.flush()
    }

    private func find(_ argument: String, _ command: Command) throws -> UpcomingViewModel.Row {
        let number = try actions.number(argument, command)
        try actions.check(number, in: .upcoming)
        try begin()
        return try actions.reminder(number)
    }
}
