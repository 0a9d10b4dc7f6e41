/// Routes the events of notifications.
enum NotificationEventRouter {
    static func route(
        _ event: NotificationEvent, _ stamp: Stamp, region: Region, _ module: NotificationModule
    ) -> Consequences {
        switch event {
        case .raised(let message, let windows): module.model.raise(message, in: windows, at: stamp.time)
        case .reacted(let message, let windows): module.model.react(message, in: windows, at: stamp.time)
        case .revised(let chat, let message, let content): module.model.revise(message, in: chat, content)
        case .reminded(let reminder, let name, let chat):
            module.model.remind(reminder, name: name, chat: chat, at: stamp.time)
        case .openingReminder(let reminder): return module.model.tap(.reminder(reminder), in: stamp.window)
        case .resolved(let chat): module.model.resolve(.chat(chat))
        case .silenced(let user): module.model.silence(user)
        case .resolvedReminder(let reminder): module.model.resolve(.reminder(reminder))
        case .dismissingReminder(let reminder): return module.model.dismiss(.reminder(reminder), in: stamp.window)
        case .listing(let rows): module.model.list(rows: rows, in: stamp.window)
        case .opening(let chat): return module.model.tap(.chat(chat), in: stamp.window)
        case .dismissing(let chat): return module.model.dismiss(.chat(chat), in: stamp.window)
        case .snoozing(let snooze): return module.model.snooze(snooze, stamp, region)
        case .cameDue: return module.model.comeDue(stamp.time)
        }
        return .none
    }
}
