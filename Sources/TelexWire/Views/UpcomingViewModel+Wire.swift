import TelexCore

extension UpcomingViewModel: WireViewModel {
    public static let meaning = "Overdue reminders, and those due up to the end of next week."
    public static let fields: Fields = [
        Field<UpcomingViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<UpcomingViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<UpcomingViewModel>("shouldShowError") { $0.shouldShowError },
        Field<UpcomingViewModel>("errorText") { $0.errorText },
        Field<UpcomingViewModel>("noticeText") { $0.noticeText },
        Field<UpcomingViewModel>("totalCount") { $0.totalCount },
        Field<UpcomingViewModel>("sections") { $0.sections },
        Field<UpcomingViewModel>(
            actions: .init("loadMore") { $0.loadMore },
            .init("undo") { $0.undo },
            .init("add") { $0.add },
            .init("exportReminders") { $0.exportReminders },
            .init("close") { $0.close }),
    ]
}

extension UpcomingViewModel.Section: WireObject {
    public static let fields: Fields = [
        Field<UpcomingViewModel.Section>("heading") { $0.heading },
        Field<UpcomingViewModel.Section>("reminders") { $0.reminders },
    ]
}

extension UpcomingViewModel.Row: WireObject, WireRow {
    public static let fields: Fields = [
        Field<UpcomingViewModel.Row>("reminderId") { $0.reminder },
        Field<UpcomingViewModel.Row>("summary") { $0.summary },
        Field<UpcomingViewModel.Row>("dueDate") { $0.due },
        Field<UpcomingViewModel.Row>("timeText") { $0.timeText },
        Field<UpcomingViewModel.Row>("weekdayText") { $0.weekdayText },
        Field<UpcomingViewModel.Row>(optional: "chatId") { $0.chat },
        Field<UpcomingViewModel.Row>(optional: "title") { $0.title },
        Field<UpcomingViewModel.Row>(
            actions: .init("open") { $0.open },
            .init("complete") { $0.complete }),
    ]
}

extension ReminderFormViewModel: WireViewModel {
    public static let meaning = "The form for a reminder."
    public static let fields: Fields = [
        Field<ReminderFormViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ReminderFormViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ReminderFormViewModel>("errorText") { $0.errorText },
        Field<ReminderFormViewModel>("summary") { $0.summary },
        Field<ReminderFormViewModel>("dueText") { $0.dueText },
        Field<ReminderFormViewModel>(optional: "dueDate") { $0.due },
        Field<ReminderFormViewModel>("understoodText") { $0.understoodText },
        Field<ReminderFormViewModel>("chatId") { $0.chat },
        Field<ReminderFormViewModel>(optional: "errorRevision") { $0.errorRevision },
        Field<ReminderFormViewModel>(
            actions: .init("typing") { $0.typing },
            .init("save") { $0.save },
            .init("close") { $0.close }),
    ]
}

extension ReminderExportViewModel: WireViewModel {
    public static let meaning = "All reminders as an iCalendar file."
    public static let fields: Fields = [
        Field<ReminderExportViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ReminderExportViewModel>("totalCount") { $0.totalCount },
        Field<ReminderExportViewModel>("icalendar") { $0.icalendar },
        Field<ReminderExportViewModel>(
            actions: .init("close") { $0.close }),
    ]
}
