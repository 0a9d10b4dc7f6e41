import TelexCore
import TelexRuntime

/// Commands about reminders.
extension Command {
    static let reminderCommands: [Command] = [.upcoming, .remind, .save, .done, .undo, .visit, .calendar]

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

    static let save = Command(
        "save", "save the reminder in the open form",
        details: "/remind without arguments opens the form.",
        actions: ["reminderForm.save"]
    ) { try $0.saveReminder() }

    static let done = Command(
        "done NUMBER", "mark a reminder as done",
        details: "NUMBER is the number in /upcoming.",
        actions: ["upcoming.complete"],
        candidates: { $0.upcoming }
    ) { try $0.finishReminder() }

    static let undo = Command(
        "undo", "keep a deleted message, bring back a deleted contact, or undo the last /remind or /done",
        details:
            "A deleted message can be kept for 10 seconds, and as long as there is no connection; the one deleted last comes "
            + "first. Of the others, only the last can be undone.",
        actions: ["upcoming.undo", "contactList.undo", "messages.keep"]
    ) { try $0.undo() }

    static let visit = Command(
        "visit NUMBER", "open the chat that a reminder belongs to",
        details: "NUMBER is the number in /upcoming.",
        actions: ["upcoming.open"],
        candidates: { $0.upcoming }
    ) { try $0.openChatOfReminder() }

    static let calendar = Command(
        "calendar FILE", "write all reminders to an iCalendar file",
        details: "Overwrites FILE. The reminders are VTODOs (RFC 5545). /import FILE reads them back.",
        actions: ["upcoming.exportReminders", "reminderExport.close"]
    ) { try $0.write("reminder") { try $0.reminders() } }
}

extension Invocation {
    /// Opens the list of upcoming reminders from any screen and prints it.
    fileprivate func showReminders() throws {
        skin.askForUpcoming()
        if skin.upcoming.current == nil, let open = skin.chatList.current?.openReminders { try receive(open.event) }
    }

    /// Opens the form, or adds a whole reminder in one step, even if the form is open because the previous text was not
    /// understood.
    fileprivate func remind() throws {
        if !argument.isEmpty { return try addReminder() }
        if skin.reminderForm.current != nil { return }
        if skin.messages.current == nil { try openRemindersUnseen() }
        try press(opening)
    }

    /// The action that opens the form.
    private var opening: Action? { skin.messages.current?.addReminder ?? skin.upcoming.current?.add }

    /// Adds a reminder. What is open stays open and is not printed again; if the reminder is refused, its form shows why.
    private func addReminder() throws {
        var understood: String?
        if skin.reminderForm.current == nil {
            try skin.aside { try session.together { understood = try openTypeAndSave() } }
        } else {
            try session.together { understood = try typeAndSave() }
        }
        if skin.reminderForm.current == nil { sayItIsSaved(understood) }
    }

    /// Opens the form, types into it, and saves it unless it shows an error. Returns how the text was understood.
    private func openTypeAndSave() throws -> String? {
        let wasListed = skin.messages.current != nil || skin.upcoming.current != nil
        if !wasListed, let list = skin.chatList.current?.openReminders { try receive(list.event) }
        try press(opening)
        let understood = try typeAndSave()
        let isSaved = skin.reminderForm.current == nil
        if isSaved, !wasListed, let close = skin.upcoming.current?.close { try receive(close.event) }
        return understood
    }

    /// Types into the form, and saves it unless it shows an error. Returns how the text was understood.
    private func typeAndSave() throws -> String? {
        try receive(actions.reminder(typed: argument))
        guard let form = skin.reminderForm.current, form.errorText == nil, let save = form.save else { return nil }
        try receive(save.filled(form.summary, form.dueText))
        return form.understoodText
    }

    private func sayItIsSaved(_ understood: String?) {
        guard let understood else { return }
        skin.undoable = .reminder
        skin.say(StyledText("Saved: ") + StyledText(understood, .bold) + StyledText("  /undo takes it back.", .dim))
    }

    fileprivate func saveReminder() throws {
        guard let form = skin.reminderForm.current, let save = form.save else { throw Complaint.nothingToDo(command) }
        try receive(save.filled(form.summary, form.dueText))
        if skin.reminderForm.current == nil { sayItIsSaved(form.understoodText) }
    }

    fileprivate func finishReminder() throws {
        let row = try reminder()
        try receive(row.complete.event)
        skin.undoable = .reminder
        skin.say(StyledText("Done: \(row.summary). /undo marks it as not done."))
    }

    fileprivate func openChatOfReminder() throws {
        try press(reminder().open, orSay: "The reminder was not set in a chat.")
    }

    /// Takes back the last change to the reminders. What is open stays open.
    func undoReminderChange() throws {
        let isOpen = skin.upcoming.current != nil
        let undo = try (skin.upcoming.current ?? excursion.upcoming()).undo
        if isOpen, undo != nil { skin.askForUpcoming() }
        try press(undo)
        if !isOpen { skin.say(StyledText("Undone. /upcoming lists the reminders.")) }
    }

    /// Imports the tasks and events of an iCalendar file.
    func importReminders(_ text: String) throws {
        try openRemindersUnseen()
        guard let action = skin.upcoming.current?.importReminders else { throw Complaint.nothingToDo(command) }
        try receive(action.filled(text))
    }

    private func openRemindersUnseen() throws {
        try openUnseen(skin.upcoming.current == nil ? skin.chatList.current?.openReminders : nil)
    }

    /// Returns the reminder with the number that was typed.
    private func reminder() throws -> UpcomingViewModel.Row {
        let number = try actions.number(argument, command)
        try actions.check(number, in: .upcoming)
        try openRemindersUnseen()
        return try actions.reminder(number)
    }
}
