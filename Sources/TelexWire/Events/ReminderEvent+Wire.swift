import Foundation
import TelexCore

extension ReminderEvent {
    static let forms = [
        EventForm("reminder.loaded", Member<[Reminder]>("reminders")) {
            .reminder(.loaded(reminders: $0))
        } take: {
            if case .reminder(.loaded(let reminders)) = $0 { reminders } else { nil }
        }
        .fromInside,
        EventForm("reminder.loadFailed", Member<String>("reason")) {
            .reminder(.loadFailed(reason: $0))
        } take: {
            if case .reminder(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
        EventForm("reminder.listing", Member<Int>("rows")) {
            .reminder(.listing(rows: $0))
        } take: {
            if case .reminder(.listing(let rows)) = $0 { rows } else { nil }
        },
        EventForm("reminder.typing", Member<String>("name"), Member<String>("due")) {
            .reminder(.typing(name: $0, due: $1))
        } take: {
            if case .reminder(.typing(let name, let due)) = $0 { (name, due) } else { nil }
        },
        EventForm("reminder.adding", Member<String>("name"), Member<String>("due"), Member<ChatID?>("chat")) {
            .reminder(.adding(name: $0, due: $1, chat: $2))
        } take: {
            if case .reminder(.adding(let name, let due, let chat)) = $0 { (name, due, chat) } else { nil }
        },
        EventForm("reminder.done", Member<ReminderID>("reminder")) {
            .reminder(.done(reminder: $0))
        } take: {
            if case .reminder(.done(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.undone", Member<ReminderID>("reminder")) {
            .reminder(.undone(reminder: $0))
        } take: {
            if case .reminder(.undone(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.tapped", Member<ReminderID>("reminder")) {
            .reminder(.tapped(reminder: $0))
        } take: {
            if case .reminder(.tapped(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("reminder.cameDue") {
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
        try visitor.visit("reminder", &id)
        try visitor.visit("name", &name)
        try visitor.visit("due", &due)
        try visitor.visit("isDone", &isDone)
        try visitor.visit("isTold", &isTold)
        try visitor.visit("chat", &chat)
    }
}
