import Foundation
import TelexCore
import TelexJSON

extension ReminderEvent: WireCases {
    static var samples: [ReminderEvent] {
        [
            .loaded(reminders: []), .loadFailed(reason: ""), .listing(rows: 0), .typing(.blank), .adding(.blank),
            .completing(reminder: ""), .reopening(reminder: ""), .removing(reminder: ""),
            .reverting, .importing(icalendar: ""), .opening(reminder: ""), .cameDue,
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReminderEvent {
        switch self {
        case .loaded(let reminders):
            try visitor.event(
                "reminder.loaded", .inside, Self.loaded(reminders:), reminders, in: "reminders",
                "The store has these reminders.")
        case .loadFailed(let reason):
            try visitor.event(
                "reminder.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason",
                "The store cannot be read.")
        case .listing(let rows):
            try visitor.event(
                "reminder.listing", .look, Self.listing(rows:), rows, in: "rowLimit", "Show this many reminders.")
        case .typing(let text):
            try visitor.event(
                "reminder.typing", .look, Self.typing, text,
                "Check how a due date is understood; the `reminderForm` view shows it.")
        case .adding(let reminder):
            try visitor.event("reminder.adding", .user, Self.adding, reminder, "Save a reminder.")
        case .completing(let reminder):
            try visitor.event(
                "reminder.completing", .user, Self.completing(reminder:), reminder, in: "reminderId",
                "Mark a reminder as done.")
        case .reopening(let reminder):
            try visitor.event(
                "reminder.reopening", .user, Self.reopening(reminder:), reminder, in: "reminderId",
                "Mark a reminder as not done.")
        case .removing(let reminder):
            try visitor.event(
                "reminder.removing", .user, Self.removing(reminder:), reminder, in: "reminderId", "Remove a reminder.")
        case .reverting:
            try visitor.event(
                "reminder.reverting", .user, "Take back the last import in this window.", self)
        case .importing(let icalendar):
            try visitor.event(
                "reminder.importing", .user, Self.importing(icalendar:), icalendar, in: "icalendar",
                "Import the tasks and events of an iCalendar file (RFC 5545).")
        case .opening(let reminder):
            try visitor.event(
                "reminder.opening", .look, Self.opening(reminder:), reminder, in: "reminderId",
                "Open the chat that a reminder was made in.")
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
        try visitor.visit("isTold", &isNotified)
        try visitor.visit("chatId", &chat)
        try visitor.visit("recurrence", &recurrence)
    }
}
