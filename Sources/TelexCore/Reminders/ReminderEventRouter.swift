/// Routes the events of the reminders.
enum ReminderEventRouter {
    static func route(
        _ event: ReminderEvent, _ stamp: Stamp, region: Region, _ chats: ChatLookup, _ module: ReminderModule
    ) -> Consequences {
        switch event {
        case .loaded(let reminders): return module.model.load(reminders, stamp)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows, in: stamp.window)
        case .typing(let text): module.model.type(text, stamp, region)
        case .adding(let reminder):
            if let chat = reminder.chat, chats.isMissing(chat) { return .refused(ChatHeading.missing(chat)) }
            return module.model.add(reminder, stamp, region)
        case .completing(let reminder): return module.model.finish(reminder, isDone: true, stamp)
        case .reopening(let reminder): return module.model.finish(reminder, isDone: false, stamp)
        case .removing(let reminder): return module.model.remove(reminder, stamp)
        case .reverting: return module.model.revert(stamp)
        case .importing(let icalendar): return module.model.importReminders(icalendar, stamp, region)
        case .opening(let reminder): return module.model.tap(reminder, stamp)
        case .cameDue: return module.model.comeDue(stamp)
        case .loading: return module.model.beginLoading()
        case .formOpened(let chat): module.model.edit(chat, in: stamp.window)
        case .formClosed: module.model.cancel(in: stamp.window)
        }
        return .none
    }
}
