import Foundation
import TelexCore

extension NotificationEvent {
    static let forms = [
        EventForm(
            "notification.openingReminder", "Open the chat of a due reminder, or the list of reminders if it has none.",
            Member<ReminderID>("reminderId")
        ) {
            .notification(.openingReminder(reminder: $0))
        } take: {
            if case .notification(.openingReminder(let reminder)) = $0 { reminder } else { nil }
        }
        .looking,
        EventForm(
            "notification.dismissingReminder", "Dismiss the notification of a reminder.",
            Member<ReminderID>("reminderId")
        ) {
            .notification(.dismissingReminder(reminder: $0))
        } take: {
            if case .notification(.dismissingReminder(let reminder)) = $0 { reminder } else { nil }
        }
        .looking,
        EventForm("notification.listing", "Show this many notifications.", Member<Int>("rowLimit")) {
            .notification(.listing(rows: $0))
        } take: {
            if case .notification(.listing(let rows)) = $0 { rows } else { nil }
        }
        .looking,
        EventForm("notification.opening", "Open the chat that a notification is about.", Member<ChatID>("chatId")) {
            .notification(.opening(chat: $0))
        } take: {
            if case .notification(.opening(let chat)) = $0 { chat } else { nil }
        }
        .looking,
        EventForm("notification.dismissing", "Dismiss the notification of a chat.", Member<ChatID>("chatId")) {
            .notification(.dismissing(chat: $0))
        } take: {
            if case .notification(.dismissing(let chat)) = $0 { chat } else { nil }
        }
        .looking,
    ]
}
