import Foundation
import TelexJSON

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

extension ReminderEvent: WireCases {
    package static var samples: [ReminderEvent] {
        [
            .loaded(reminders: []), .loadFailed(reason: ""), .listing(rows: 0), .typing(.blank), .adding(.blank),
            .completing(reminder: ""), .reopening(reminder: ""), .removing(reminder: ""),
            .reverting, .importing(icalendar: ""), .opening(reminder: ""), .cameDue,
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReminderEvent {
        switch self {
        case .loaded(let reminders):
            try visitor.event("reminder.loaded", .inside, Self.loaded(reminders:), reminders, in: "reminders")
        case .loadFailed(let reason):
            try visitor.event("reminder.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason")
        case .listing(let rows): try visitor.event("reminder.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .typing(let text): try visitor.event("reminder.typing", .look, Self.typing, text)
        case .adding(let reminder): try visitor.event("reminder.adding", .user, Self.adding, reminder)
        case .completing(let reminder):
            try visitor.event("reminder.completing", .user, Self.completing(reminder:), reminder, in: "reminderId")
        case .reopening(let reminder):
            try visitor.event("reminder.reopening", .user, Self.reopening(reminder:), reminder, in: "reminderId")
        case .removing(let reminder):
            try visitor.event("reminder.removing", .user, Self.removing(reminder:), reminder, in: "reminderId")
        case .reverting: try visitor.event("reminder.reverting", .user, self)
        case .importing(let icalendar):
            try visitor.event("reminder.importing", .user, Self.importing(icalendar:), icalendar, in: "icalendar")
        case .opening(let reminder):
            try visitor.event("reminder.opening", .look, Self.opening(reminder:), reminder, in: "reminderId")
        case .cameDue: try visitor.event("reminder.cameDue", .inside, self)
        case .loading, .formOpened, .formClosed: self
        }
    }
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

extension ReminderText: WireRecord {
    public static var blank: ReminderText { ReminderText(name: "", due: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("summary", &name)
        try visitor.visit("dueText", &due)
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

extension NewReminder: WireRecord {
    public static var blank: NewReminder { NewReminder(text: .blank, chat: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try text.visit(&visitor)
        try visitor.visit("chatId", &chat)
    }
}
