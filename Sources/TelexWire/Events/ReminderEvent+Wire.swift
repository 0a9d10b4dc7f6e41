import Foundation
import TelexCore

extension ReminderEvent: WireCases {
    static var samples: [ReminderEvent] {
        [
            .loaded(reminders: []), .loadFailed(reason: ""), .listing(rows: 0), .typing(.blank), .adding(.blank),
            .completing(reminder: ""), .reopening(reminder: ""), .removing(reminder: ""), .opening(reminder: ""),
            .cameDue,
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReminderEvent {
        switch self {
        case .loaded(let reminders):
            .loaded(
                reminders: try visitor.event(
                    "reminder.loaded", .inside, "The store has these reminders.", "reminders", reminders))
        case .loadFailed(let reason):
            .loadFailed(
                reason: try visitor.event("reminder.loadFailed", .inside, "The store cannot be read.", "reason", reason)
            )
        case .listing(let rows):
            .listing(rows: try visitor.event("reminder.listing", .look, "Show this many reminders.", "rowLimit", rows))
        case .typing(let text):
            .typing(
                try visitor.event(
                    "reminder.typing", .look, "Check how a due date is understood; the `reminderForm` view shows it.",
                    text))
        case .adding(let reminder):
            .adding(try visitor.event("reminder.adding", .user, "Save a reminder.", reminder))
        case .completing(let reminder):
            .completing(
                reminder: try visitor.event(
                    "reminder.completing", .user, "Mark a reminder as done.", "reminderId", reminder))
        case .reopening(let reminder):
            .reopening(
                reminder: try visitor.event(
                    "reminder.reopening", .user, "Mark a reminder as not done.", "reminderId", reminder))
        case .removing(let reminder):
            .removing(
                reminder: try visitor.event("reminder.removing", .user, "Remove a reminder.", "reminderId", reminder))
        case .opening(let reminder):
            .opening(
                reminder: try visitor.event(
                    "reminder.opening", .look, "Open the chat that a reminder was made in.", "reminderId", reminder))
        case .cameDue: try visitor.event("reminder.cameDue", .inside, "A reminder is due.", self)
        case .loading, .formOpened, .formClosed: self
        }
    }
}

extension ReminderText: WireRecord {
    public static var blank: ReminderText { ReminderText(name: "", due: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("summary", &name)
        try visitor.visit("dueText", &due)
    }
}

extension NewReminder: WireRecord {
    public static var blank: NewReminder { NewReminder(text: .blank, chat: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try text.visit(&visitor)
        try visitor.visit("chatId", &chat)
    }
}

extension Reminder: WireRecord {
    public static var blank: Reminder { Reminder(id: "", name: "", due: .distantPast) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reminderId", &id)
        try visitor.visit("summary", &name)
        try visitor.visit("dueDate", &due)
        try visitor.visit("isDone", &isDone)
        try visitor.visit("isTold", &isTold)
        try visitor.visit("chatId", &chat)
    }
}
