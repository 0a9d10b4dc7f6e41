import Foundation

/// What one window has of the reminders.
struct ReminderWindow {
    var limit = RowLimit()
    var form = ReminderForm()
    /// What was done last, and may be undone.
    var lastDone: ReminderID?
    /// What has to wait until the reminders are loaded.
    private var waiting: [ReminderEvent] = []

    var isWaiting: Bool { form.isBusy || !waiting.isEmpty }

    mutating func wait(for event: ReminderEvent) {
        waiting.append(event)
        if case .adding = event { form.isBusy = true }
    }

    /// What can be done now.
    mutating func endWaiting() -> [ReminderEvent] {
        form.isBusy = false
        defer { waiting = [] }
        return waiting
    }
}

/// What the form for a reminder holds.
struct ReminderForm: Hashable {
    private(set) var name = ""
    private(set) var due = ""
    var chat: ChatID?
    private(set) var understood: DueDateUseCase.Understood?
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// How often something was refused since the form opened.
    private(set) var refusals = 0

    /// The name that was typed, or what stands after the date.
    var fullName: String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? understood?.name ?? "" : name
    }

    /// Shows what was typed, and how it is understood.
    mutating func fill(_ name: String, _ due: String, _ stamp: Stamp, _ region: Region) {
        self.name = name
        self.due = due
        understood = DueDateUseCase.read(due, now: stamp.time, region)
    }
}
