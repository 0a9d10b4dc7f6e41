import Foundation
import TelexJSON

/// A task with a due date.
public struct Reminder: Hashable, Sendable {
    public var id: ReminderID
    /// The text of a reminder (`SUMMARY` in RFC 5545).
    public var name: String
    /// When a reminder is due, or a message is to be deleted.
    public var due: Date
    /// Whether a reminder is done.
    public var isDone: Bool
    /// Whether the user was notified that it is due.
    public var isNotified: Bool
    /// The chat in which it was created; `nil` if there is none.
    public var chat: ChatID?
    /// How a reminder repeats, as the content lines `DTSTART`, `RRULE` and `EXDATE` of iCalendar (RFC 5545); `null` if
    /// it does not.
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

extension Reminder: WireRecord {
    public static var blank: Reminder { Reminder(id: "", name: "", due: .distantPast) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reminderId", &id)
        try visitor.visit("summary", &name)
        try visitor.visit("dueDate", &due)
        try visitor.visit("isDone", &isDone)
        try visitor.visit("isTold", &isNotified)
        try visitor.visit("chatId", &chat)
        try visitor.visit("recurrence", &recurrence)
    }
}

/// The id of a reminder, unique in a profile.
public typealias ReminderID = Identifier<Reminder>
