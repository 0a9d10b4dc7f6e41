import Foundation

/// The rules of adding a reminder.
enum AddReminderUseCase {
    static let longestName = 500

    /// Why what stands in the form is not saved, or `nil`.
    static func refusal(_ form: ReminderForm, now: Date) -> String? {
        guard let understood = form.understood else {
            return "\"\(form.due)\" does not begin with a date. These are understood: \(DueDateUseCase.forms)"
        }
        if form.fullName.isEmpty { return "A reminder needs a name: say what is to be done" }
        if form.fullName.count > longestName { return "A name may have at most \(longestName) characters" }
        if understood.due <= now { return "That time has passed already" }
        return nil
    }
}
