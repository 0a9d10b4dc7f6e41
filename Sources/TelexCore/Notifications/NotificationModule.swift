/// The in-app notifications.
final class NotificationModule: Module {
    var model = NotificationModel()
    let handler = NotificationEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
