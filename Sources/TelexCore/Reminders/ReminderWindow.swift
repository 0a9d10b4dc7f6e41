import Foundation

/// The reminder state of one window.
struct ReminderWindow: LoadingWindow {
    var limit = RowLimit()
    var form = ReminderForm()
    /// What takes back the last change to the reminders; `nil` if there is nothing to take back.
    var undo: ReminderEvent?
    /// What was there before the last import; `nil` for a reminder that was not there.
    var before: [ReminderID: Reminder?] = [:]
    /// The result of the last import; `nil` once it was taken back.
    var notice: String?
    /// The number of imports.
    private(set) var imports = 0
    var postponed: [(event: ReminderEvent, cause: Cause?)] = []

    static func isSaved(_ event: ReminderEvent) -> Bool { if case .adding = event { true } else { false } }

    mutating func endImport(_ notice: String) {
        self.notice = notice
        imports += 1
    }
}

/// The state of the reminder form.
struct ReminderForm: LoadingForm, Hashable {
    private(set) var name = ""
    private(set) var due = ""
    var chat: ChatID?
    private var reading: DueDateUseCase.Reading?
    var status = FormStatus()

    var understood: DueDateUseCase.Understood? { if case .understood(let date) = reading { date } else { nil } }

    /// Why the date is refused, if it is.
    var refusal: String? { if case .refused(let reason) = reading { reason } else { nil } }

    /// The typed name, or the text after the date.
    var fullName: String {
        let name = name.tidied
        return name.isEmpty ? understood?.name ?? "" : name
    }

    /// Shows the text as typed, and how it is understood.
    mutating func fill(_ text: ReminderText, _ stamp: Stamp, _ region: Region) {
        name = text.name
        due = text.due
        reading = DueDateUseCase.read(due, now: stamp.time, region)
    }
}
