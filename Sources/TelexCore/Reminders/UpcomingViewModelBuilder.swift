/// Formats the upcoming reminders.
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
                    heading: section.rawValue, reminders: shown.map { row($0, section, context) }))
        }
        let status = model.loading.shown(total)
        return UpcomingViewModel(
            status: status,
            noticeText: window.notice
                ?? (status.shouldShowEmpty ? "Nothing is due by the end of next week." : nil),
            noticeRevision: window.imports > 0 ? window.imports : nil,
            totalCount: total,
            sections: sections,
            loadMore: window.limit.more(of: total) { .reminder(.listing(rows: $0)) },
            undo: window.undo.map { Action(.reminder($0)) },
            add: Action(.screen(.opening(.reminderForm(nil)))),
            importReminders: Action(.reminder(.importing(icalendar: "")), blanks: [.icalendar]),
            exportReminders: Action(.screen(.opening(.reminderExport))),
            close: Action(.screen(.closing(.upcoming))))
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
            summary: PreviewText.line(of: reminder.name),
            due: reminder.due,
            timeText: DateText.time(reminder.due, context.region),
            weekdayText: day,
            chat: reminder.chat,
            title: reminder.chat.flatMap(context.chats.heading)?.title,
            nextText: reminder.next(after: context.now).map { DateText.date($0, context.region) },
            complete: Action(.reminder(.completing(reminder: reminder.id))),
            open: reminder.chat == nil ? nil : Action(.reminder(.opening(reminder: reminder.id))))
    }
}

/// Formats the form for a reminder.
enum ReminderFormViewModelBuilder {
    static func build(_ form: ReminderForm, _ context: ViewContext) -> ReminderFormViewModel {
        ReminderFormViewModel(
            status: form.status.shown,
            summary: form.name,
            dueText: form.due,
            due: form.understood?.due,
            understoodText: form.understood.map { words($0, form, context) },
            chat: form.chat,
            typing: Action(.reminder(.typing(ReminderText(name: "", due: ""))), blanks: [.summary, .dueText]),
            save: form.status.isBusy
                ? nil
                : Action(
                    .reminder(.adding(NewReminder(text: ReminderText(name: "", due: ""), chat: form.chat))),
                    blanks: [.summary, .dueText]),
            close: Action(.screen(.closing(.reminderForm))))
    }

    private static func words(
        _ understood: DueDateUseCase.Understood, _ form: ReminderForm, _ context: ViewContext
    ) -> String {
        let region = context.region
        let day = "\(DateText.weekday(understood.due, region)), \(DateText.date(understood.due, region))"
        // The offset tells which of two equal times is meant.
        let zone = region.isTwice(understood.due) ? region.zone.text(at: understood.due) : region.zone.name
        let time = "\(DateText.time(understood.due, region)) \(zone)"
        let skipped = understood.isSkipped ? " (moved: clocks skip the typed time)" : ""
        let name = form.fullName
        return "\(day), \(time)\(skipped)\(name.isEmpty ? "" : ": \(PreviewText.line(of: name))")"
    }
}

/// Formats the exported reminders.
enum ReminderExportViewModelBuilder {
    static func build(_ model: ReminderModel) -> ReminderExportViewModel {
        ReminderExportViewModel(
            shouldShowBusy: !model.loading.isSettled,
            errorText: model.loading.error,
            totalCount: model.reminders.count,
            icalendar: ICalendar.write(model.reminders.values.sorted { ($0.due, $0.id) < ($1.due, $1.id) }),
            close: Action(.screen(.closing(.reminderExport))))
    }
}
