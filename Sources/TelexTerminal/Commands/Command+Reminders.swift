import TelexCore
import TelexRuntime

/// Commands about reminders.
extension Command {
    static let reminderCommands: [Command] = [.upcoming, .remind, .done, .undo, .visit, .calendar]

    static let upcoming = Command(
        "upcoming", "list the reminders due by the end of next week",
        details: "Sorted by due date, overdue first. Other commands take NUMBERs from this list.",
        actions: ["chatList.openReminders"]
    ) { try $0.showReminders() }

    static let remind = Command(
        "remind [WHEN WHAT]", "add a reminder; in a chat, one for that chat",
        details:
            "WHEN is a date such as in 20 min, tomorrow 9:00, fri, 24 dec 18:00 or 2026-12-24. Saves the reminder and shows how "
            + "it was understood; /undo takes it back. Without arguments, opens a form.",
        actions: ["upcoming.add", "messages.addReminder", "reminderForm.typing"]
    ) { try $0.remind() }

    static let done = Command(
        "done NUMBER", "mark a reminder as done",
        details: "NUMBER is the number in /upcoming. A reminder that repeats moves to its next date.",
        actions: ["upcoming.complete"],
        candidates: { $0.upcoming }
    ) { try $0.finishReminder() }

    static let undo = Command(
        "undo",
        "take back a message that is not sent, keep a deleted one, bring back a contact, or undo /remind, /done or /import",
        details:
            "Your last message becomes the draft of its chat if it is not sent yet. A deleted message can be kept for 10 seconds, and as long as there is no connection; the one deleted last comes "
            + "first. Of the others, only the last can be undone.",
        actions: ["upcoming.undo", "contactList.undo", "messages.delete", "messages.keep"]
    ) { try $0.undo() }

    static let visit = Command(
        "visit NUMBER", "open the chat that a reminder belongs to",
        details: "NUMBER is the number in /upcoming.",
        actions: ["upcoming.open"],
        candidates: { $0.upcoming }
    ) { try $0.openChatOfReminder() }

    static let calendar = Command(
        "calendar FILE", "write all reminders to an iCalendar file",
        details: "FILE is a new file. The reminders are VTODOs (RFC 5545). /import FILE reads them back.",
        actions: ["upcoming.exportReminders", "reminderExport.close"]
    ) {
        try $0.write("reminder", .reminderExport) { (model: ReminderExportViewModel) in
            model.shouldShowBusy ? nil : (model.icalendar, model.totalCount)
        }
    }
}

extension Invocation {
    /// Opens the list of upcoming reminders from any screen and prints it.
    fileprivate func showReminders() throws {
        screen.ask(for: .upcoming)
        if screen.upcoming == nil, let open = screen.chatList?.openReminders { try receive(open.event) }
    }

    /// Opens the form, or adds a whole reminder in one step, even if the form is open because the previous text was not
    /// understood.
    fileprivate func remind() throws {
        if !argument.isEmpty { return try addReminder() }
        if screen.reminderForm != nil { return }
        if screen.messages == nil { try openRemindersUnseen() }
        try press(opening)
    }

    /// The action that opens the form.
    private var opening: Action? { screen.messages?.addReminder ?? screen.upcoming?.add }

    /// Adds a reminder. What is open stays open and is not printed again.
    private func addReminder() throws {
        guard let form = screen.reminderForm else { return try add("", due: argument, in: screen.messages?.chat) }
        try add("", due: argument, in: form.chat)
    }

    func saveReminder() throws {
        guard let form = screen.reminderForm, let save = form.save else { throw Complaint.nothingToDo(command) }
        if form.understoodText == nil { return try receive(save.filled(form.summary, form.dueText)) }
        try add(form.summary, due: form.dueText, in: form.chat)
    }

    /// Adds a reminder in a window beside the person's own, where only the form closes.
    private func add(_ summary: String, due: String, in chat: ChatID?) throws {
        let (list, form) = (LatestModel<UpcomingViewModel>(), LatestModel<ReminderFormViewModel>())
        let added: (understood: String, undo: Action?)? = try session.beside { window in
            window.bind(list)
            window.bind(form)
            try window.receive(.screen(.opening(.upcoming)))
            try window.receive(.screen(.opening(.reminderForm(chat))))
            guard let typing = form.model?.typing else { return nil }
            try window.receive(typing.filled(summary, due))
            guard let typed = form.model, typed.errorText == nil, let save = typed.save,
                let understood = typed.understoodText
            else { return nil }
            try window.receive(save.filled(typed.summary, typed.dueText))
            return form.model == nil ? (understood, list.model?.undo) : nil
        }
        guard let added else { throw Complaint.refused("\(form.model?.errorText ?? "The reminder was not added").") }
        if let form = screen.reminderForm { try session.together { try receive(form.close.event) } }
        screen.note(added.undo.map(Undoable.reminder))
        say(
            StyledText("Saved: ") + StyledText(added.understood, .bold)
                + StyledText("  /undo takes it back.", .secondary))
    }

    fileprivate func finishReminder() throws {
        let (number, list) = (try reminderNumber(), LatestModel<UpcomingViewModel>())
        let (row, undo) = try session.beside { window in
            window.bind(list)
            try window.receive(.screen(.opening(.upcoming)))
            let row = try actions.reminder(number, in: list.model)
            try window.receive(row.complete.event)
            return (row, list.model?.undo)
        }
        screen.note(undo.map(Undoable.reminder))
        let next = row.nextText.map { "It comes again on \($0). /undo takes that back." }
        say(StyledText("Done: \(row.summary). \(next ?? "/undo marks it as not done.")"))
    }

    fileprivate func openChatOfReminder() throws {
        let number = try reminderNumber()
        try openRemindersUnseen()
        try press(actions.reminder(number, in: screen.upcoming).open, orSay: "The reminder was not set in a chat.")
    }

    /// Takes back the last change to the reminders. What is open stays open.
    func undoReminderChange(_ undo: Action?) throws {
        let isOpen = screen.upcoming != nil
        if isOpen, undo != nil { screen.ask(for: .upcoming) }
        try press(undo)
        if !isOpen { say(StyledText("Undone. /upcoming lists the reminders.")) }
    }

    /// Imports the tasks and events of an iCalendar file.
    func importReminders(_ text: String) throws {
        try openRemindersUnseen()
        guard let action = screen.upcoming?.importReminders else { throw Complaint.nothingToDo(command) }
        try receive(action.filled(text))
        screen.note(screen.upcoming?.undo.map(Undoable.reminder))
    }

    private func openRemindersUnseen() throws {
        try openUnseen(screen.upcoming == nil ? screen.chatList?.openReminders : nil)
    }

    /// The number that was typed, of a reminder that was printed.
    private func reminderNumber() throws -> Int {
        let number = try actions.number(argument, command)
        try actions.check(number, in: .upcoming)
        return number
    }
}
