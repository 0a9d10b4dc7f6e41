import Foundation
import TelexCore

extension NotificationEvent {
    static let forms = [
        EventForm("notification.received", of: IncomingMessage.self) {
            .notification(.received($0))
        } take: {
            if case .notification(.received(let incoming)) = $0 { incoming } else { nil }
        },
        EventForm("notification.raised", of: IncomingMessage.self) {
            .notification(.raised($0))
        } take: {
            if case .notification(.raised(let message)) = $0 { message } else { nil }
        },
        EventForm(
            "notification.revised", Member<ChatID>("chat"), Member<MessageID>("message"), Member<String?>("text")
        ) {
            .notification(.revised(chat: $0, message: $1, text: $2))
        } take: {
            if case .notification(.revised(let chat, let message, let text)) = $0 { (chat, message, text) } else { nil }
        },
        EventForm(
            "notification.reminded", Member<ReminderID>("reminder"), Member<String>("name"), Member<ChatID?>("chat")
        ) {
            .notification(.reminded(reminder: $0, name: $1, chat: $2))
        } take: {
            if case .notification(.reminded(let reminder, let name, let chat)) = $0 {
                (reminder, name, chat)
            } else {
                nil
            }
        },
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
