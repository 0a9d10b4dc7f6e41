/// Commands about reminders.
extension Command {
    static let reminderCommands: [Command] = [.upcoming, .remind, .save, .done, .undo, .visit, .calendar]

    static let upcoming = Command(
        "upcoming", "list the reminders due by the end of next week",
        details:
            "Sorted by due date, overdue first. Other commands take NUMBERs from this list.",
        actions: ["chatList.openReminders"]
    ) {
        try $0.reminders.show()
    }

    static let remind = Command(
        "remind", "[WHEN WHAT]", "add a reminder; in a chat, one for that chat",
        details:
            "WHEN is a date such as in 20 min, tomorrow 9:00, fri, 24 dec 18:00 or 2026-12-24. Saves the reminder and shows how "
            + "it was understood; /undo takes it back. Without arguments, opens a form.",
        actions: ["upcoming.add", "messages.addReminder", "reminderForm.typing"]
    ) {
        try $0.reminders.remind($0.argument)
    }

    static let save = Command(
        "save", "save the reminder in the open form",
        details:
            "/remind without arguments opens the form.",
        actions: ["reminderForm.save"]
    ) {
        try $0.reminders.save()
    }

    static let done = Command(
        "done", "NUMBER", "mark a reminder as done",
        details:
            "NUMBER is the number in /upcoming.",
        actions: ["upcoming.complete"],
        candidates: { $0.upcoming }
    ) {
        try $0.reminders.finish($0.argument)
    }

    static let undo = Command(
        "undo", "keep a deleted message, bring back a deleted contact, or undo the last /remind or /done",
        details:
            "A deleted message can be kept for 10 seconds, and as long as there is no connection; the one deleted last comes "
            + "first. Of the others, only the last can be undone.",
        actions: ["upcoming.undo", "contactList.undo", "messages.keep"]
    ) {
        try UndoCommand(repl: $0.repl, actions: $0.actions).run()
    }

    static let visit = Command(
        "visit", "NUMBER", "open the chat that a reminder belongs to",
        details:
            "NUMBER is the number in /upcoming.",
        actions: ["upcoming.open"],
        candidates: { $0.upcoming }
    ) {
        try $0.reminders.visit($0.argument)
    }

    static let calendar = Command(
        "calendar", "FILE", "write all reminders to an iCalendar file",
        details:
            "Overwrites FILE. The reminders are VTODOs (RFC 5545).",
        actions: ["upcoming.exportReminders", "reminderExport.close"]
    ) {
        try $0.reminders.give($0.argument)
    }
}
