import Foundation

/// Events of the reminders.
public enum ReminderEvent: Hashable, Sendable {
    /// The store has these reminders.
    case loaded(reminders: [Reminder])
    /// The store cannot be read.
    case loadFailed(reason: String)
    /// Show this many reminders.
    case listing(rows: Int)
    /// Check how a due date is understood; the `reminderForm` view shows it.
    case typing(ReminderText)
    /// Save a reminder.
    case adding(NewReminder)
    /// Mark a reminder as done.
    case completing(reminder: ReminderID)
    /// Mark a reminder as not done.
    ///
    /// One that repeats goes back to the date that was done.
    case reopening(reminder: ReminderID)
    /// Remove a reminder.
    case removing(reminder: ReminderID)
    /// Take back the last import in this window.
    case reverting
    /// Import the tasks and events of an iCalendar file (RFC 5545).
    case importing(icalendar: String)
    /// Open the chat that a reminder was made in.
    case opening(reminder: ReminderID)
    /// A reminder is due.
    ///
    /// Notifies of those that are due, and schedules the next check.
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
        case .adding, .importing, .loaded: StampRequirements(freshID: .thing)
        case .loadFailed, .listing, .typing, .completing, .reopening, .removing, .reverting, .opening, .cameDue,
            .loading,
            .formOpened, .formClosed:
            .none
        }
    }
}

/// What is typed for a new reminder.
public struct ReminderText: Hashable, Sendable {
    /// If it is empty, the name follows the date in `due`.
    public var name: String
    public var due: String

    public init(name: String, due: String) {
        self.name = name
        self.due = due
    }
}

/// A reminder to add.
public struct NewReminder: Hashable, Sendable {
    public var text: ReminderText
    /// `nil` for a reminder without a chat.
    public var chat: ChatID?

    public init(text: ReminderText, chat: ChatID?) {
        self.text = text
        self.chat = chat
    }
}
