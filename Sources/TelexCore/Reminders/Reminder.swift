import Foundation

/// A task with a due date.
public struct Reminder: Hashable, Sendable {
    public var id: ReminderID
    public var name: String
    public var due: Date
    public var isDone: Bool
    /// Whether the user was notified that it is due.
    public var isNotified: Bool
    /// The chat in which it was created; `nil` if there is none.
    public var chat: ChatID?
    /// How it repeats, as content lines of iCalendar (RFC 5545): `DTSTART`, `RRULE` and `EXDATE`; `nil` if it does not.
    public var recurrence: String?

    public init(
        id: ReminderID, name: String, due: Date, isDone: Bool = false, isNotified: Bool = false, chat: ChatID? = nil,
        recurrence: String? = nil
    ) {
        self.id = id
        self.name = name
        self.due = due
        self.isDone = isDone
        self.isNotified = isNotified
        self.chat = chat
        self.recurrence = recurrence
    }

    /// How it repeats; `nil` if it does not.
    var repetition: Recurrence? { recurrence.flatMap { Recurrence($0) } }

    /// When it comes again once it is done at this time; `nil` if it does not.
    func next(after time: Date) -> Date? { repetition?.next(after: max(due, time)) }
}

/// The id of a reminder, unique in a profile.
public typealias ReminderID = Identifier<Reminder>
