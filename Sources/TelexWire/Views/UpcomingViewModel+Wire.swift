import TelexCore

extension UpcomingViewModel: WireListViewModel {
    public static let fields = [
        Field<UpcomingViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<UpcomingViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<UpcomingViewModel>("shouldShowError") { $0.shouldShowError },
        Field<UpcomingViewModel>("error") { $0.error },
        Field<UpcomingViewModel>("message") { $0.message },
        Field<UpcomingViewModel>("total") { $0.total },
        Field<UpcomingViewModel>("sections") { $0.sections },
        Field<UpcomingViewModel>("loadMore") { $0.loadMore },
        Field<UpcomingViewModel>("undo") { $0.undo },
        Field<UpcomingViewModel>("add") { $0.add },
        Field<UpcomingViewModel>("export") { $0.exportTasks },
        Field<UpcomingViewModel>("back") { $0.back },
    ]
}

extension UpcomingViewModel.Section: WireObject {
    public static let fields = [
        Field<UpcomingViewModel.Section>("title") { $0.title },
        Field<UpcomingViewModel.Section>("reminders") { $0.reminders },
    ]
}

extension UpcomingViewModel.Row: WireObject, WireRow {
    public static let fields = [
        Field<UpcomingViewModel.Row>("reminder") { $0.reminder },
        Field<UpcomingViewModel.Row>("name") { $0.name },
        Field<UpcomingViewModel.Row>("time") { $0.time },
        Field<UpcomingViewModel.Row>("weekday") { $0.weekday },
        Field<UpcomingViewModel.Row>("chat") { $0.chat },
        Field<UpcomingViewModel.Row>("done") { $0.done },
        Field<UpcomingViewModel.Row>("tapped") { $0.tapped },
        Field<UpcomingViewModel.Row>(optional: "contact") { $0.contact },
    ]
}

extension AddReminderViewModel: WireViewModel {
    public static let fields = [
        Field<AddReminderViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<AddReminderViewModel>("shouldShowError") { $0.shouldShowError },
        Field<AddReminderViewModel>("error") { $0.error },
        Field<AddReminderViewModel>("name") { $0.name },
        Field<AddReminderViewModel>("due") { $0.due },
        Field<AddReminderViewModel>("understood") { $0.understood },
        Field<AddReminderViewModel>("chat") { $0.chat },
        Field<AddReminderViewModel>("saveEnabled") { $0.saveEnabled },
        Field<AddReminderViewModel>("typing") { $0.typing },
        Field<AddReminderViewModel>("save") { $0.save },
        Field<AddReminderViewModel>("cancel") { $0.cancel },
        Field<AddReminderViewModel>(optional: "errorRevision") { $0.errorRevision },
    ]
}

extension ReminderExportViewModel: WireViewModel {
    public static let fields = [
        Field<ReminderExportViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ReminderExportViewModel>("total") { $0.total },
        Field<ReminderExportViewModel>("icalendar") { $0.icalendar },
        Field<ReminderExportViewModel>("back") { $0.back },
    ]
}
