import Foundation

/// The rules for adding a reminder.
enum AddReminderUseCase {
    static let longestName = 500

    /// Why the form cannot be saved; `nil` if it can.
    static func refusal(_ form: ReminderForm, now: Date) -> String? {
        guard let understood = form.understood else {
            if let refusal = form.refusal { return refusal }
            return "\"\(form.due)\" does not start with a date. Examples: \(DueDateUseCase.forms)"
        }
        if form.fullName.isEmpty { return "A reminder needs a text after the date" }
        if form.fullName.count > longestName { return "A name can have at most \(longestName) characters" }
        if understood.due <= now { return "That time is in the past" }
        return nil
    }
}
