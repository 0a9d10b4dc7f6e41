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
