/// Formats what is due.
enum UpcomingViewModelBuilder {
    static func build(_ model: ReminderModel, _ window: ReminderWindow, _ context: ViewContext) -> UpcomingViewModel {
        let all = UpcomingUseCase.sections(Array(model.reminders.values), now: context.now, context.region)
        let total = all.reduce(0) { $0 + $1.1.count }
        var room = window.limit.rows
        var sections: [UpcomingViewModel.Section] = []
        for (section, reminders) in all where room > 0 {
            let shown = reminders.prefix(room)
            room -= shown.count
            sections.append(
                UpcomingViewModel.Section(
                    title: section.rawValue, reminders: shown.map { row($0, section, context) }))
        }
        let isEmpty = model.isLoaded && total == 0
        return UpcomingViewModel(
            shouldShowBusy: !model.isLoaded && model.loadError == nil,
            shouldShowEmpty: isEmpty,
            shouldShowError: model.loadError != nil,
            error: model.loadError,
            message: isEmpty ? "Nothing is due up to the end of next week." : nil,
            total: total,
            sections: sections,
            loadMore: window.limit.more(of: total) { .reminder(.listing(rows: $0)) },
            undo: window.lastDone.map { Action(.reminder(.undone(reminder: $0))) },
            add: Action(.screen(.opened(.addReminder(nil)))),
            exportTasks: Action(.screen(.opened(.reminderExport))),
            back: Action(.screen(.closed(.upcoming))))
    }

    private static func row(
        _ reminder: Reminder, _ section: UpcomingUseCase.Section, _ context: ViewContext
    ) -> UpcomingViewModel.Row {
        let day =
            switch section {
            case .today: ""
            case .overdue: DateText.day(reminder.due, now: context.now, context.region)
            case .tomorrow, .laterThisWeek, .nextWeek: DateText.weekday(reminder.due, context.region)
            }
        return UpcomingViewModel.Row(
            reminder: reminder.id,
            name: PreviewText.line(of: reminder.name),
            time: DateText.time(reminder.due, context.region),
            weekday: day,
            chat: reminder.chat,
            contact: reminder.chat.flatMap(context.heading)?.contact,
            done: Action(.reminder(.done(reminder: reminder.id))),
            tapped: reminder.chat == nil ? nil : Action(.reminder(.tapped(reminder: reminder.id))))
    }
}

/// Formats the form for a reminder.
enum AddReminderViewModelBuilder {
    static func build(_ form: ReminderForm, _ context: ViewContext) -> AddReminderViewModel {
        AddReminderViewModel(
            shouldShowBusy: form.isBusy,
            shouldShowError: form.error != nil,
            error: form.error,
            errorRevision: form.refusals > 0 ? form.refusals : nil,
            name: form.name,
            due: form.due,
            understood: form.understood.map { words($0, form, context) },
            chat: form.chat,
            saveEnabled: !form.isBusy && AddReminderUseCase.refusal(form, now: context.now) == nil,
            typing: Action(.reminder(.typing(name: "", due: "")), blanks: [.name, .due]),
            save: form.isBusy
                ? nil : Action(.reminder(.adding(name: "", due: "", chat: form.chat)), blanks: [.name, .due]),
            cancel: Action(.screen(.closed(.addReminder))))
    }

    private static func words(
        _ understood: DueDateUseCase.Understood, _ form: ReminderForm, _ context: ViewContext
    ) -> String {
        let region = context.region
        let day = "\(DateText.weekday(understood.due, region)), \(DateText.date(understood.due, region))"
        let time = DateText.time(understood.due, region)
        let skipped = understood.isSkipped ? " (the clock skips the time that was typed)" : ""
        let name = form.fullName
        return "\(day), \(time)\(skipped)\(name.isEmpty ? "" : ": \(PreviewText.line(of: name))")"
    }
}

/// Formats the reminders for the way out.
enum ReminderExportViewModelBuilder {
    static func build(_ model: ReminderModel) -> ReminderExportViewModel {
        ReminderExportViewModel(
            shouldShowBusy: !model.isLoaded,
            total: model.reminders.count,
            icalendar: ICalendar.write(model.reminders.values.sorted { ($0.due, $0.id.text) < ($1.due, $1.id.text) }),
            back: Action(.screen(.closed(.reminderExport))))
    }
}
