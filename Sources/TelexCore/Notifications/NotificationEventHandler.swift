/// Keeps the listeners of the notifications.
final class NotificationEventHandler {
    let notification = ViewHandler<NotificationViewModel>()
    private var rows = RowCache<NotificationViewModel.Row>()

    func changed() { notification.changed() }

    func show(_ model: NotificationModel, in context: ViewContext) {
        notification.show(cause: context.cause) {
            let rows = model.pending.rows(model.rows, &rows, NotificationViewModelBuilder.row)
            return NotificationViewModelBuilder.build(model, rows)
        }
    }
}
