import Foundation

/// The reminder state of one window.
struct ReminderWindow: LoadingWindow {
    var limit = RowLimit()
    var form = ReminderForm()
    /// What takes back the last change to the reminders; `nil` if there is nothing to take back.
    var undo: ReminderEvent?
    var postponed: [(event: ReminderEvent, cause: Cause?)] = []

    static func isSaved(_ event: ReminderEvent) -> Bool { if case .adding = event { true } else { false } }
}

/// The state of the reminder form.
struct ReminderForm: LoadingForm, Hashable {
    private(set) var name = ""
    private(set) var due = ""
    var chat: ChatID?
    private(set) var understood: DueDateUseCase.Understood?
    /// What is wrong with the date, if it is one that cannot be.
    private(set) var mistake: String?
    var status = FormStatus()

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
