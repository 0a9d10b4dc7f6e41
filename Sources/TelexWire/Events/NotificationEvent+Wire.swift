import Foundation
import TelexCore

extension NotificationEvent {
    static let forms = [
        EventForm("notification.reminderTapped", Member<ReminderID>("reminder")) {
            .notification(.reminderTapped(reminder: $0))
        } take: {
            if case .notification(.reminderTapped(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("notification.reminderDismissed", Member<ReminderID>("reminder")) {
            .notification(.reminderDismissed(reminder: $0))
        } take: {
            if case .notification(.reminderDismissed(let reminder)) = $0 { reminder } else { nil }
        },
        EventForm("notification.listing", Member<Int>("rows")) {
            .notification(.listing(rows: $0))
        } take: {
            if case .notification(.listing(let rows)) = $0 { rows } else { nil }
        },
        EventForm("notification.tapped", Member<ChatID>("chat")) {
            .notification(.tapped(chat: $0))
        } take: {
            if case .notification(.tapped(let chat)) = $0 { chat } else { nil }
        },
        EventForm("notification.dismissed", Member<ChatID>("chat")) {
            .notification(.dismissed(chat: $0))
        } take: {
            if case .notification(.dismissed(let chat)) = $0 { chat } else { nil }
        },
    ]
}
