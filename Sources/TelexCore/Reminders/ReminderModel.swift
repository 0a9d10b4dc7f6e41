import Foundation

/// The reminders and their forms. Only this model changes them.
struct ReminderModel: LoadingModel {
    private(set) var reminders: [ReminderID: Reminder] = [:]
    /// The repeating reminders that were marked as done, as they were before.
    private var moved: [ReminderID: Reminder] = [:]
    var loading = LoadState()
    static let load = Effect(.loadReminders, .load(.reminders))
    var windows = Windows(ReminderWindow())

    static func event(_ event: ReminderEvent) -> Event { .reminder(event) }

    mutating func load(_ loaded: [Reminder], _ stamp: Stamp) -> Consequences {
        for reminder in loaded { reminders[reminder.id] = reminder }
        return comeDue(stamp) + endLoading()
    }

    // MARK: The form

    mutating func edit(_ chat: ChatID?, in window: WindowID) {
        if windows[window].form.status.error == nil { windows[window].form = ReminderForm() }
        windows[window].form.chat = chat
    }

    mutating func cancel(in window: WindowID) { windows[window].form = ReminderForm() }

    mutating func type(_ text: ReminderText, _ stamp: Stamp, _ region: Region) {
        windows[stamp.window].form.fill(text, stamp, region)
        let form = windows[stamp.window].form
        windows[stamp.window].form.status.error =
            form.understood == nil && !text.due.isEmpty ? AddReminderUseCase.refusal(form, now: stamp.time) : nil
    }

    mutating func add(_ new: NewReminder, _ stamp: Stamp, _ region: Region) -> Consequences {
        var form = windows[stamp.window].form
        form.fill(new.text, stamp, region)
        form.status.error = AddReminderUseCase.refusal(form, now: stamp.time)
        form.chat = new.chat ?? form.chat
        windows[stamp.window].form = form
        guard form.status.error == nil, let understood = form.understood else {
            return .refused(form.status.error ?? "", followUps: [.screen(.opening(.reminderForm(form.chat)))])
        }
        if let later = afterLoading(.adding(new), stamp) { return later }
        let id = fresh(stamp.freshID)
        let reminder = Reminder(id: id, name: form.fullName, due: understood.due, chat: form.chat)
        reminders[id] = reminder
        windows[stamp.window].form = ReminderForm()
        windows[stamp.window].undo = .removing(reminder: id)
        return Consequences(
            saves: [.reminder(reminder)], followUps: [.screen(.closing(.reminderForm)), .reminder(.cameDue)],
            outcome: Outcome(reminder: id))
    }

    // MARK: Rows

    mutating func finish(_ id: ReminderID, isDone: Bool, _ stamp: Stamp) -> Consequences {
        let event: ReminderEvent = isDone ? .completing(reminder: id) : .reopening(reminder: id)
        if let later = afterLoading(event, stamp) { return later }
        guard var reminder = reminders[id] else { return .ignored("There is no reminder \"\(id)\".") }
        let earlier = isDone || reminder.isDone ? nil : moved.removeValue(forKey: id)
        guard reminder.isDone != isDone || earlier != nil else {
            return .ignored("The reminder is already \(isDone ? "done" : "open").")
        }
        windows[stamp.window].undo = isDone ? .reopening(reminder: id) : nil
        if isDone, let next = reminder.next(after: stamp.time) {
            moved[id] = reminder
            (reminder.due, reminder.isNotified) = (next, false)
        } else if let earlier {
            reminder = earlier
        } else {
            reminder.isDone = isDone
        }
        reminders[id] = reminder
        return Consequences(
            saves: [.reminder(reminder)],
            followUps: [.notification(.resolvedReminder(reminder: id)), .reminder(.cameDue)])
    }

    mutating func remove(_ id: ReminderID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.removing(reminder: id), stamp) { return later }
        guard reminders.removeValue(forKey: id) != nil else { return .ignored("There is no reminder \"\(id)\".") }
        windows.update { $0.before[id] = nil }
        moved[id] = nil
        let undos: [ReminderEvent] = [.removing(reminder: id), .reopening(reminder: id)]
        windows.update { if let undo = $0.undo, undos.contains(undo) { $0.undo = nil } }
        return Consequences(
            saves: [.reminderRemoved(id)],
            followUps: [.notification(.resolvedReminder(reminder: id)), .reminder(.cameDue)])
    }

    /// Takes back the last import in the window.
    mutating func revert(_ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.reverting, stamp) { return later }
        guard windows[stamp.window].undo == .reverting else { return .ignored("There is nothing to take back.") }
        var consequences = Consequences.none
        for (id, reminder) in windows[stamp.window].before.sorted(by: { $0.key < $1.key }) {
            moved[id] = nil
            reminders[id] = reminder
            consequences.saves.append(reminder.map { .reminder($0) } ?? .reminderRemoved(id))
            consequences.follow(with: .notification(.resolvedReminder(reminder: id)))
        }
        (windows[stamp.window].undo, windows[stamp.window].before, windows[stamp.window].notice) = (nil, [:], nil)
        consequences.follow(with: .reminder(.cameDue))
        return consequences
    }

    mutating func tap(_ id: ReminderID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.opening(reminder: id), stamp) { return later }
        guard let chat = reminders[id]?.chat else {
            return .ignored("The reminder \"\(id)\" does not exist or has no chat.")
        }
        return Consequences(followUps: [.screen(.opening(.messages(chat)))])
    }

    // MARK: Import

    mutating func importReminders(_ icalendar: String, _ stamp: Stamp, _ region: Region) -> Consequences {
        if let later = afterLoading(.importing(icalendar: icalendar), stamp) { return later }
        let calendar = ICalendarReader(icalendar, region, now: stamp.time)
        var saves: [StoreChange] = []
        var lines: [ReminderID: Int] = [:]
        var repeated: [ImportProblem] = []
        var same: [ReminderMoment: ReminderID] = [:]
        var before: [ReminderID: Reminder?] = [:]
        var (count, pastCount) = (0, 0)
        for reminder in reminders.values { same[ReminderMoment(name: reminder.name, due: reminder.due)] = reminder.id }
        for (index, item) in calendar.items.enumerated() {
            guard let due = item.due(at: stamp.time) else {
                pastCount += 1
                continue
            }
            count += 1
            var uid = item.uid.map { ReminderID($0) }
            if let line = uid.flatMap({ lines[$0] }) {
                repeated.append(.repeatedUID(line: item.line, subject: item.name, earlierLine: line))
                uid = nil
            }
            let moment = ReminderMoment(name: item.name, due: due)
            let id = uid ?? same[moment] ?? fresh("\(stamp.freshID)-\(index + 1)")
            lines[id] = item.line
            same[moment] = id
            let old = reminders[id]
            var reminder = old ?? Reminder(id: id, name: item.name, due: due, chat: item.chat)
            var recurrence = item.recurrence
            recurrence?.forget(before: stamp.time)
            // A date that was done does not come back.
            let isSame = recurrence != nil && recurrence?.text == old?.recurrence
            (reminder.name, reminder.isDone) = (item.name, item.isDone || isSame && reminder.isDone)
            (reminder.due, reminder.recurrence) = (isSame ? max(reminder.due, due) : due, recurrence?.text)
            // What was due before the import was notified of where it came from.
            if due <= stamp.time { reminder.isNotified = true }
            guard reminder != old else { continue }
            if before[id] == nil { before[id] = .some(old) }
            saves.append(.reminder(reminder))
            reminders[id] = reminder
            moved[id] = nil
        }
        let notice = ImportNotice.text(
            "reminder", count, pastCount: pastCount, [("Note", calendar.problems), ("Changed", repeated)])
        windows[stamp.window].endImport(notice)
        if calendar.items.isEmpty { return .refused(notice) }
        (windows[stamp.window].undo, windows[stamp.window].before) = (.reverting, before)
        return Consequences(saves: saves, followUps: [.reminder(.cameDue)], outcome: Outcome(reason: notice))
    }

    /// What identifies a reminder of a file without ids.
    private struct ReminderMoment: Hashable {
        let name: String
        let due: Date
    }

    /// An id that no reminder has.
    private func fresh(_ id: String) -> ReminderID {
        var id = ReminderID(id)
        while reminders[id] != nil { id = ReminderID(id.text + "-") }
        return id
    }

    /// Notifies of reminders that have become due, and schedules a wake-up for the next one.
    mutating func comeDue(_ stamp: Stamp) -> Consequences {
        var consequences = Consequences.none
        let open = reminders.values.filter { !$0.isDone && !$0.isNotified }.sorted {
            ($0.due, $0.id) < ($1.due, $1.id)
        }
        for var reminder in open where reminder.due <= stamp.time {
            reminder.isNotified = true
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
