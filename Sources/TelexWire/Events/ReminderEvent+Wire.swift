import Foundation
import TelexCore

extension ReminderEvent {
    static let forms = [
        EventForm("reminder.loaded", "The store has these reminders.", Member<[Reminder]>("reminders")) {
            .reminder(.loaded(reminders: $0))
        } take: {
            if case .reminder(.loaded(let reminders)) = $0 { reminders } else { nil }
        }
        .fromInside,
        EventForm("reminder.loadFailed", "The store cannot be read.", Member<String>("reason")) {
            .reminder(.loadFailed(reason: $0))
        } take: {
            if case .reminder(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
        EventForm("reminder.listing", "Show this many reminders.", Member<Int>("rowLimit")) {
            .reminder(.listing(rows: $0))
        } take: {
            if case .reminder(.listing(let rows)) = $0 { rows } else { nil }
        }
        .looking,
        EventForm(
            "reminder.typing", "Check how a due date is understood; the `reminderForm` view shows it.",
            Member<String>("summary"), Member<String>("dueText")
        ) {
            .reminder(.typing(name: $0, due: $1))
        } take: {
            if case .reminder(.typing(let name, let due)) = $0 { (name, due) } else { nil }
        }
        .looking,
        EventForm(
            "reminder.adding", "Save a reminder.", Member<String>("summary"), Member<String>("dueText"),
            Member<ChatID?>("chatId")
        ) {
            .reminder(.adding(name: $0, due: $1, chat: $2))
        } take: {
            if case .reminder(.adding(let name, let due, let chat)) = $0 { (name, due, chat) } else { nil }
        },
        EventForm("reminder.completing", "Mark a reminder as done.", Member<ReminderID>("reminderId")) {
            .reminder(.completing(reminder: $0))
        } take: {
            if case .reminder(.completing(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.reopening", "Mark a reminder as not done.", Member<ReminderID>("reminderId")) {
            .reminder(.reopening(reminder: $0))
        } take: {
            if case .reminder(.reopening(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.removing", "Remove a reminder.", Member<ReminderID>("reminderId")) {
            .reminder(.removing(reminder: $0))
        } take: {
            if case .reminder(.removing(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.opening", "Open the chat that a reminder was made in.", Member<ReminderID>("reminderId")) {
            .reminder(.opening(reminder: $0))
        } take: {
            if case .reminder(.opening(let reminder)) = $0 { reminder } else { nil }
        }
        .looking,
        EventForm("reminder.cameDue", "A reminder is due.") {
            .reminder(.cameDue)
        } take: {
            $0 == .reminder(.cameDue) ? () : nil
        }
        .fromInside,
    ]
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
