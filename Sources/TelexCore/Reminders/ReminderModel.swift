import Foundation

/// The state of the reminders and their form, and the only code that changes it.
struct ReminderModel {
    private(set) var reminders: [ReminderID: Reminder] = [:]
    private(set) var isLoaded = false
    private(set) var loadError: String?
    private(set) var rows = 50
    private(set) var form = ReminderForm()
    /// What was done last, and may be undone.
    private(set) var lastDone: ReminderID?
    /// What has to wait until the reminders are loaded.
    private var waiting: [ReminderEvent] = []

    mutating func open() -> Consequences {
        guard !isLoaded else { return .none }
        loadError = nil
        return Consequences(effects: [Effect(.loadReminders, .load(.reminders))])
    }

    mutating func load(_ loaded: [Reminder], _ stamp: Stamp) -> Consequences {
        for reminder in loaded { reminders[reminder.id] = reminder }
        isLoaded = true
        loadError = nil
        form.isBusy = false
        defer { waiting = [] }
        var consequences = comeDue(stamp)
        consequences.followUps += waiting.map { .reminder($0) }
        return consequences
    }

    mutating func failLoading(_ reason: String) -> Consequences {
        loadError = reason
        form.isBusy = false
        if !waiting.isEmpty { form.error = reason }
        waiting = []
        return .none
    }

    mutating func list(rows: Int) -> Consequences {
        self.rows = max(1, rows)
        return .none
    }

    // MARK: The form

    mutating func edit(_ chat: ChatID?) -> Consequences {
        if form.error == nil { form = ReminderForm() }
        form.chat = chat
        return .none
    }

    mutating func cancel() -> Consequences {
        form = ReminderForm()
        return .none
    }

    mutating func type(_ name: String, _ due: String, _ stamp: Stamp, _ region: Region) -> Consequences {
        fill(name, due, stamp, region)
        form.error =
            form.understood == nil && !due.isEmpty ? AddReminderUseCase.refusal(form, now: stamp.time) : nil
        return .none
    }

    mutating func add(
        _ name: String, _ due: String, in chat: ChatID?, _ stamp: Stamp, _ region: Region
    ) -> Consequences {
        fill(name, due, stamp, region)
        form.error = AddReminderUseCase.refusal(form, now: stamp.time)
        form.chat = chat ?? form.chat
        guard form.error == nil, let understood = form.understood else {
            return Consequences(followUps: [.screen(.opened(.addReminder(form.chat)))])
        }
        if !isLoaded {
            waiting.append(.adding(name: name, due: due, chat: chat))
            form.isBusy = true
            return open()
        }
        var id = ReminderID(stamp.freshID)
        while reminders[id] != nil { id = ReminderID(id.text + "-") }
        let reminder = Reminder(id: id, name: form.fullName, due: understood.due, chat: form.chat)
        reminders[id] = reminder
        form = ReminderForm()
        return Consequences(
            saves: [.reminder(reminder)], followUps: [.screen(.closed(.addReminder)), .reminder(.cameDue)])
    }

    private mutating func fill(_ name: String, _ due: String, _ stamp: Stamp, _ region: Region) {
        form.name = name
        form.due = due
        form.understood = DueDateUseCase.read(due, now: stamp.time, region)
    }

    // MARK: Rows

    mutating func finish(_ id: ReminderID, isDone: Bool, _ stamp: Stamp) -> Consequences {
        guard isLoaded else {
            waiting.append(isDone ? .done(reminder: id) : .undone(reminder: id))
            return open()
        }
        guard var reminder = reminders[id], reminder.isDone != isDone else { return .none }
        reminder.isDone = isDone
        reminders[id] = reminder
        lastDone = isDone ? id : nil
        return Consequences(
            saves: [.reminder(reminder)],
            followUps: [.notification(.reminderDismissed(reminder: id)), .reminder(.cameDue)])
    }

    mutating func tap(_ id: ReminderID) -> Consequences {
        guard isLoaded else {
            waiting.append(.tapped(reminder: id))
            return open()
        }
        guard let chat = reminders[id]?.chat else { return .none }
        return Consequences(followUps: [.screen(.opened(.messages(chat)))])
    }

    /// Tells of what has fallen due and was not told yet, and asks to be woken when the next does.
    mutating func comeDue(_ stamp: Stamp) -> Consequences {
        var consequences = Consequences.none
        let open = reminders.values.filter { !$0.isDone && !$0.isTold }.sorted {
            ($0.due, $0.id.text) < ($1.due, $1.id.text)
        }
        for var reminder in open where reminder.due <= stamp.time {
            reminder.isTold = true
            reminders[reminder.id] = reminder
            consequences.saves.append(.reminder(reminder))
            consequences.followUps.append(
                .notification(.reminded(reminder: reminder.id, name: reminder.name, chat: reminder.chat)))
        }
        let next = open.first { $0.due > stamp.time }
        consequences.effects.append(
            next.map { Effect(.nextReminder, .wake(at: $0.due, .reminder(.cameDue))) } ?? Effect(.nextReminder, .cancel)
        )
        return consequences
    }
}

/// What the form for a reminder holds.
struct ReminderForm: Hashable {
    var name = ""
    var due = ""
    var chat: ChatID?
    var understood: DueDateUseCase.Understood?
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// How often something was refused since the form opened.
    private(set) var refusals = 0

    /// The name that was typed, or what stands after the date.
    var fullName: String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? understood?.name ?? "" : name
    }
}

/// The rules of adding a reminder.
enum AddReminderUseCase {
    static let longestName = 500

    /// Why what stands in the form is not saved, or `nil`.
    static func refusal(_ form: ReminderForm, now: Date) -> String? {
        guard let understood = form.understood else {
            return "\"\(form.due)\" does not begin with a date. These are understood: \(DueDateUseCase.forms)"
        }
        if form.fullName.isEmpty { return "A reminder needs a name: say what is to be done" }
        if form.fullName.count > longestName { return "A name may have at most \(longestName) characters" }
        if understood.due <= now { return "That time has passed already" }
        return nil
    }
}
