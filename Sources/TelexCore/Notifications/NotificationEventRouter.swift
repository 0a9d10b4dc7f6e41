/// Routes what happens to notifications.
enum NotificationEventRouter {
    static func route(_ event: NotificationEvent, _ module: NotificationModule) -> Consequences {
        switch event {
        case .received(let message):
            // The message goes its own way; it notifies if it is new and nobody has it before their eyes.
            return Consequences(followUps: [.message(.received(message))])
        case .raised(let message):
            module.model.raise(message)
            return .none
        case .revised(let chat, let message, let content):
            module.model.revise(message, in: chat, content)
            return .none
        case .reminded(let reminder, let name, let chat):
            module.model.remind(reminder, name: name, chat: chat)
            return .none
        case .reminderTapped(let reminder): return module.model.tap(reminder)
        case .reminderDismissed(let reminder):
            module.model.dismiss(reminder)
            return .none
        case .listing(let rows):
            module.model.list(rows: rows)
            return .none
        case .tapped(let chat):
            return module.model.tap(chat)
        case .dismissed(let chat):
            module.model.dismiss(chat)
            return .none
        }
    }
}
