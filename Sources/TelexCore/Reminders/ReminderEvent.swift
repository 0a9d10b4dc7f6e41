import Foundation

/// Events of the reminders.
public enum ReminderEvent: Hashable, Sendable {
    /// The reminders were loaded from the store.
    case loaded(reminders: [Reminder])
    /// The reminders could not be loaded.
    case loadFailed(reason: String)
    /// Show this many rows.
    case listing(rows: Int)
    /// The text in the form changed. If `name` is empty, the name follows the date in `due`.
    case typing(name: String, due: String)
    /// Save the form; `chat` is `nil` for a reminder without a chat.
    case adding(name: String, due: String, chat: ChatID?)
    /// Mark the reminder as done.
    case completing(reminder: ReminderID)
    /// Mark the reminder as not done.
    case reopening(reminder: ReminderID)
    /// Remove a reminder that was just added.
    case removing(reminder: ReminderID)
    /// Open the chat in which the reminder was created.
    case opening(reminder: ReminderID)
    /// Reminders may have become due: notify of them, and schedule the next check.
    case cameDue
    /// Telex has started, or the list was opened: load the reminders if they are not loaded.
    case loading
    /// The form was opened; `nil` for a reminder without a chat.
    case formOpened(chat: ChatID?)
    case formClosed
}

extension ReminderEvent {
    var requirements: StampRequirements {
        switch self {
        // `loaded` runs the events that waited for the reminders, which may need an id.
        case .adding, .loaded: StampRequirements(freshID: .thing)
        case .loadFailed, .listing, .typing, .completing, .reopening, .removing, .opening, .cameDue, .loading,
            .formOpened, .formClosed:
            .none
        }
    }

    func filled(_ values: [Blank: String]) -> ReminderEvent {
        switch self {
        case .typing(let name, let due): .typing(name: values[.summary] ?? name, due: values[.dueText] ?? due)
        case .adding(let name, let due, let chat):
            .adding(name: values[.summary] ?? name, due: values[.dueText] ?? due, chat: chat)
        case .loaded, .loadFailed, .listing, .completing, .reopening, .removing, .opening, .cameDue, .loading,
            .formOpened, .formClosed:
            self
        }
    }
}
