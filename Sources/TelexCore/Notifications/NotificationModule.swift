/// The in-app notifications.
final class NotificationModule: Module {
    /// A model that is assigned is a model that changed.
    var model = NotificationModel() { didSet { handler.changed() } }
    let handler = NotificationEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
