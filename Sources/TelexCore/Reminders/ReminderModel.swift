import Foundation

/// The reminders and their forms. Only this model changes them.
struct ReminderModel: WindowKeeping {
    private(set) var reminders: [ReminderID: Reminder] = [:]
    private(set) var isLoaded = false
    private(set) var loadError: String?
    var windows = Windows(ReminderWindow())

    mutating func open() -> Consequences {
        guard !isLoaded else { return .none }
        loadError = nil
        return Consequences(effects: [Effect(.loadReminders, .load(.reminders))])
    }

    mutating func load(_ loaded: [Reminder], _ stamp: Stamp) -> Consequences {
        for reminder in loaded { reminders[reminder.id] = reminder }
        isLoaded = true
        loadError = nil
        var consequences = comeDue(stamp)
        for window in windows.all(where: { $0.isWaiting }) {
            let waiting = windows[window].endWaiting()
            consequences = consequences + .postponed(waiting.map { (.reminder($0.event), $0.cause) }, in: window)
        }
        return consequences
    }

    mutating func failLoading(_ reason: String) -> Consequences {
        loadError = reason
        for window in windows.all(where: { $0.isWaiting }) {
            if !windows[window].endWaiting().isEmpty { windows[window].form.error = reason }
        }
        return .failed(reason)
    }

    mutating func list(rows: Int, in window: WindowID) { windows[window].limit.ask(for: rows) }

    // MARK: The form

    mutating func edit(_ chat: ChatID?, in window: WindowID) {
        if windows[window].form.error == nil { windows[window].form = ReminderForm() }
        windows[window].form.chat = chat
    }

    mutating func cancel(in window: WindowID) { windows[window].form = ReminderForm() }

    mutating func type(_ text: ReminderText, _ stamp: Stamp, _ region: Region) {
        windows[stamp.window].form.fill(text, stamp, region)
        let form = windows[stamp.window].form
        windows[stamp.window].form.error =
            form.understood == nil && !text.due.isEmpty ? AddReminderUseCase.refusal(form, now: stamp.time) : nil
    }

    mutating func add(_ new: NewReminder, _ stamp: Stamp, _ region: Region) -> Consequences {
        var form = windows[stamp.window].form
        form.fill(new.text, stamp, region)
        form.error = AddReminderUseCase.refusal(form, now: stamp.time)
        form.chat = new.chat ?? form.chat
        windows[stamp.window].form = form
        guard form.error == nil, let understood = form.understood else {
            return .refused(form.error ?? "", followUps: [.screen(.opening(.reminderForm(form.chat)))])
        }
        if let later = afterLoading(.adding(new), stamp) { return later }
        var id = ReminderID(stamp.freshID)
        while reminders[id] != nil { id = ReminderID(id.text + "-") }
        let reminder = Reminder(id: id, name: form.fullName, due: understood.due, chat: form.chat)
        reminders[id] = reminder
        windows[stamp.window].form = ReminderForm()
        windows[stamp.window].undo = .removing(reminder: id)
        return Consequences(
            saves: [.reminder(reminder)], followUps: [.screen(.closing(.reminderForm)), .reminder(.cameDue)],
            outcome: Outcome(reminder: id))
    }

    /// Postpones the event until the reminders are loaded; returns `nil` if they are loaded.
    private mutating func afterLoading(_ event: ReminderEvent, _ stamp: Stamp) -> Consequences? {
        if isLoaded { return nil }
        windows[stamp.window].wait(for: event, stamp.cause)
        return open()
    }

    // MARK: Rows

    mutating func finish(_ id: ReminderID, isDone: Bool, _ stamp: Stamp) -> Consequences {
        let event: ReminderEvent = isDone ? .completing(reminder: id) : .reopening(reminder: id)
        if let later = afterLoading(event, stamp) { return later }
        guard var reminder = reminders[id] else { return .ignored("There is no reminder \"\(id)\".") }
        guard reminder.isDone != isDone else { return .ignored("The reminder is already \(isDone ? "done" : "open").") }
        reminder.isDone = isDone
        reminders[id] = reminder
        windows[stamp.window].undo = isDone ? .reopening(reminder: id) : nil
        return Consequences(
            saves: [.reminder(reminder)],
            followUps: [.notification(.resolvedReminder(reminder: id)), .reminder(.cameDue)])
    }

    mutating func remove(_ id: ReminderID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.removing(reminder: id), stamp) { return later }
        guard reminders.removeValue(forKey: id) != nil else { return .ignored("There is no reminder \"\(id)\".") }
        let undos: [ReminderEvent] = [.removing(reminder: id), .reopening(reminder: id)]
        windows.update { if let undo = $0.undo, undos.contains(undo) { $0.undo = nil } }
        return Consequences(
            saves: [.reminderRemoved(id)],
            followUps: [.notification(.resolvedReminder(reminder: id)), .reminder(.cameDue)])
    }

    mutating func tap(_ id: ReminderID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.opening(reminder: id), stamp) { return later }
        guard let chat = reminders[id]?.chat else {
            return .ignored("The reminder \"\(id)\" does not exist or has no chat.")
        }
        return Consequences(followUps: [.screen(.opening(.messages(chat)))])
    }

    /// Notifies of reminders that have become due, and schedules a wake-up for the next one.
    mutating func comeDue(_ stamp: Stamp) -> Consequences {
        var consequences = Consequences.none
        let open = reminders.values.filter { !$0.isDone && !$0.isTold }.sorted {
            ($0.due, $0.id) < ($1.due, $1.id)
        }
        for var reminder in open where reminder.due <= stamp.time {
            reminder.isTold = true
            reminders[reminder.id] = reminder
            consequences.saves.append(.reminder(reminder))
            consequences.follow(
                with: .notification(.reminded(reminder: reminder.id, name: reminder.name, chat: reminder.chat)))
        }
        let next = open.first { $0.due > stamp.time }
        consequences.effects.append(
            next.map { Effect(.nextReminder, .wake(at: $0.due, .reminder(.cameDue))) } ?? Effect(.nextReminder, .cancel)
        )
        return consequences
    }
}
