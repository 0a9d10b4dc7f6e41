/// The reminders.
final class ReminderModule: Module {
    var model = ReminderModel()
    let handler = ReminderEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
