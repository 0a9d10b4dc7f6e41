/// Keeps the listeners of the notifications.
final class NotificationEventHandler {
    let notification = ViewHandler<NotificationViewModel>()

    func changed() { notification.changed() }

    func show(_ model: NotificationModel, in context: ViewContext) {
        notification.show(cause: context.cause) { NotificationViewModelBuilder.build(model) }
    }
}
