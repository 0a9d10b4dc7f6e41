/// Keeps the listeners of the views of reminders.
final class ReminderEventHandler {
    let upcoming = ViewHandler<UpcomingViewModel>()
    let addReminder = ViewHandler<AddReminderViewModel>()
    let reminderExport = ViewHandler<ReminderExportViewModel>()

    func changed() {
        upcoming.changed()
        addReminder.changed()
        reminderExport.changed()
    }

    func show(_ model: ReminderModel, in context: ViewContext) {
        upcoming.show(cause: context.cause) {
            context.top == .upcoming ? UpcomingViewModelBuilder.build(model, context) : nil
        }
        addReminder.show(cause: context.cause) {
            context.top.name == .addReminder ? AddReminderViewModelBuilder.build(model.form, context) : nil
        }
        reminderExport.show(cause: context.cause) {
            context.top == .reminderExport ? ReminderExportViewModelBuilder.build(model) : nil
        }
    }
}
