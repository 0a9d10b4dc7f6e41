/// The reminders.
final class ReminderModule: Module {
    /// A model that is assigned is a model that changed.
    var model = ReminderModel() { didSet { handler.changed() } }
    let handler = ReminderEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
