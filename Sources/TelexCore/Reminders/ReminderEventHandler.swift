/// The reminders.
typealias ReminderModule = Module<ReminderEventHandler>

/// Shows the views of the reminders in one window.
final class ReminderEventHandler: EventHandler {
    let upcoming = ViewHandler<UpcomingViewModel>()
    let reminderForm = ViewHandler<ReminderFormViewModel>()
    let reminderExport = ViewHandler<ReminderExportViewModel>()
    var views: [any ShownView] { [upcoming, reminderForm, reminderExport] }

    func show(_ model: ReminderModel, revision: Int, in context: ViewContext) {
        upcoming.show(revision: revision, cause: context.cause) {
            context.top == .upcoming
                ? UpcomingViewModelBuilder.build(model, model.windows[context.window], context) : nil
        }
        reminderForm.show(revision: revision, cause: context.cause) {
            context.top.name == .reminderForm
                ? ReminderFormViewModelBuilder.build(model.windows[context.window].form, context) : nil
        }
        reminderExport.show(revision: revision, cause: context.cause) {
            context.top == .reminderExport ? ReminderExportViewModelBuilder.build(model) : nil
        }
    }
}
