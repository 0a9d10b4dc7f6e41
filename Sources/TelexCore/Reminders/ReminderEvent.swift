import Foundation

/// Events of the reminders.
public enum ReminderEvent: Hashable, Sendable {
    /// The reminders were loaded from the store.
    case loaded(reminders: [Reminder])
    /// The reminders could not be loaded.
    case loadFailed(reason: String)
    /// Show this many rows.
    case listing(rows: Int)
    /// The text in the form changed.
    case typing(ReminderText)
    /// Save the form.
    case adding(NewReminder)
    /// Mark the reminder as done.
    case completing(reminder: ReminderID)
    /// Mark the reminder as not done. One that repeats goes back to the date that was done.
    case reopening(reminder: ReminderID)
    /// Remove a reminder that was just added.
    case removing(reminder: ReminderID)
    /// Take back the last import in this window.
    case reverting
    /// Import the tasks and events of an iCalendar file (RFC 5545).
    case importing(icalendar: String)
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
