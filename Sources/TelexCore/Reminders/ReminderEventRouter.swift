/// Routes what happens to reminders.
enum ReminderEventRouter {
    static func route(_ event: ReminderEvent, _ stamp: Stamp, region: Region, _ module: ReminderModule) -> Consequences
    {
        switch event {
        case .loaded(let reminders): return module.model.load(reminders, stamp)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): return module.model.list(rows: rows)
        case .typing(let name, let due): return module.model.type(name, due, stamp, region)
        case .adding(let name, let due, let chat): return module.model.add(name, due, in: chat, stamp, region)
        case .done(let reminder): return module.model.finish(reminder, isDone: true, stamp)
        case .undone(let reminder): return module.model.finish(reminder, isDone: false, stamp)
        case .tapped(let reminder): return module.model.tap(reminder)
        case .cameDue: return module.model.comeDue(stamp)
        }
    }
}

/// Routes what happens to the screens of reminders.
enum ReminderFormEventRouter {
    static func route(_ event: ReminderFormEvent, _ module: ReminderModule) -> Consequences {
        switch event {
        case .opening: return module.model.open()
        case .editing(let chat): return module.model.edit(chat)
        case .left: return module.model.cancel()
        }
    }
}
