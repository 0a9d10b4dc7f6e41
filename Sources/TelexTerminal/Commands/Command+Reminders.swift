/// Commands about reminders.
extension Command {
    static let reminderCommands: [Command] = [.upcoming, .remind, .save, .done, .undo, .visit, .calendar]

    static let upcoming = Command(
        "upcoming", "shows what is due up to the end of next week",
        details:
            "It is ordered by due date; what is overdue stands first. NUMBERs of other commands are those of this list.",
        actions: ["chatList.openReminders"]
    ) {
        try $0.reminders.show()
    }

    static let remind = Command(
        "remind", "[WHEN WHAT]", "makes a reminder; in a chat, one that belongs to it",
        details:
            "WHEN is such as in 20 min, tomorrow 9:00, fri, 24 dec 18:00, 2026-12-24. What was understood is shown; /save keeps it.",
        actions: ["upcoming.add", "messages.addReminder", "reminderForm.typing"]
    ) {
        try $0.reminders.remind($0.argument)
    }

    static let save = Command(
        "save", "keeps the reminder of the open form",
        details:
            "Nothing is kept before: /remind shows how it was understood.",
        actions: ["reminderForm.save"]
    ) {
        try $0.reminders.save()
    }

    static let done = Command(
        "done", "NUMBER", "ticks a reminder off",
        details:
            "NUMBER is that of /upcoming.",
        actions: ["upcoming.complete"],
        candidates: { $0.upcoming }
    ) {
        try $0.reminders.finish($0.argument)
    }

    static let undo = Command(
        "undo", "takes the last /done back",
        details:
            "Only the last one can be taken back.",
        actions: ["upcoming.undo"]
    ) {
        try $0.reminders.undo()
    }

    static let visit = Command(
        "visit", "NUMBER", "opens the chat that a reminder belongs to",
        details:
            "NUMBER is that of /upcoming.",
        actions: ["upcoming.open"],
        candidates: { $0.upcoming }
    ) {
        try $0.reminders.visit($0.argument)
    }

    static let calendar = Command(
        "calendar", "FILE", "writes all reminders to an iCalendar file",
        details:
            "FILE is overwritten. The reminders are VTODOs (RFC 5545).",
        actions: ["upcoming.exportReminders", "reminderExport.close"]
    ) {
        try $0.reminders.give($0.argument)
    }
}
