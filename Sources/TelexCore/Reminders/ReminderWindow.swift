import Foundation

/// The reminder state of one window.
struct ReminderWindow {
    var limit = RowLimit()
    var form = ReminderForm()
    /// What takes back the last change to the reminders; `nil` if there is nothing to take back.
    var undo: ReminderEvent?
    /// The events postponed until the reminders are loaded.
    private var waiting: [(event: ReminderEvent, cause: Cause?)] = []

    var isWaiting: Bool { form.isBusy || !waiting.isEmpty }

    mutating func wait(for event: ReminderEvent, _ cause: Cause?) {
        waiting.append((event, cause))
        if case .adding = event { form.isBusy = true }
    }

    /// Stops waiting, and returns the postponed events with their requests.
    mutating func endWaiting() -> [(event: ReminderEvent, cause: Cause?)] {
        form.isBusy = false
        defer { waiting = [] }
        return waiting
    }
}

/// The state of the reminder form.
struct ReminderForm: Hashable {
    private(set) var name = ""
    private(set) var due = ""
    var chat: ChatID?
    private(set) var understood: DueDateUseCase.Understood?
    /// What is wrong with the date, if it is one that cannot be.
    private(set) var mistake: String?
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// The number of errors since the form opened.
    private(set) var refusals = 0

    /// The typed name, or the text after the date.
    var fullName: String {
        let name = name.tidied
        return name.isEmpty ? understood?.name ?? "" : name
    }

    /// Shows the text as typed, and how it is understood.
    mutating func fill(_ text: ReminderText, _ stamp: Stamp, _ region: Region) {
        name = text.name
        due = text.due
        understood = DueDateUseCase.read(due, now: stamp.time, region)
        mistake = understood == nil ? DueDateUseCase.mistake(in: due, now: stamp.time, region) : nil
    }
}
