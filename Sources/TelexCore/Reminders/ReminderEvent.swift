import Foundation

/// What happens to reminders.
public enum ReminderEvent: Hashable, Sendable {
    /// The reminders have become known, from the disk.
    case loaded(reminders: [Reminder])
    /// The reminders could not be had.
    case loadFailed(reason: String)
    /// Show this many rows.
    case listing(rows: Int)
    /// What stands in the form; the due date as people type it, with the name after it if there is none.
    case typing(name: String, due: String)
    /// Save what stands in the form, in this chat if it belongs to one.
    case adding(name: String, due: String, chat: ChatID?)
    /// It is done.
    case completing(reminder: ReminderID)
    /// It is not done after all.
    case reopening(reminder: ReminderID)
    /// Open the chat that it was made in.
    case opening(reminder: ReminderID)
    /// The clock has come to where something is due.
    case cameDue
}

/// What happens to the screens of reminders.
public enum ReminderFormEvent: Hashable, Sendable {
    /// Telex has started, or the list is looked at: load the reminders, if they are not loaded.
    case opening
    /// The form is opened, in a chat or not.
    case editing(chat: ChatID?)
    /// The form was left.
    case left
}

extension ReminderEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        // What waited for the reminders to be loaded is done then.
        case .adding, .loaded: StampRequirements(freshID: .thing)
        case .loadFailed, .listing, .typing, .completing, .reopening, .opening, .cameDue: .none
        }
    }

    func filled(_ values: [Blank: String]) -> ReminderEvent {
        switch self {
        case .typing(let name, let due): .typing(name: values[.summary] ?? name, due: values[.dueText] ?? due)
        case .adding(let name, let due, let chat):
            .adding(name: values[.summary] ?? name, due: values[.dueText] ?? due, chat: chat)
        case .loaded, .loadFailed, .listing, .completing, .reopening, .opening, .cameDue: self
        }
    }
}
