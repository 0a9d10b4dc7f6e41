/// The in-app notifications.
typealias NotificationModule = Module<NotificationEventHandler>

/// Shows the notifications in one window.
final class NotificationEventHandler: EventHandler {
    let notification = ViewHandler<NotificationViewModel>()
    var views: [any ShownView] { [notification] }
    private var rows = RowCache<NotificationViewModel.Row>()

    func show(_ model: NotificationModel, revision: Int, in context: ViewContext) {
        let window = model.windows[context.window]
        rows.begin(context.revision)
        notification.show(revision: revision, cause: context.cause) {
            let rows = window.pending.rows(window.limit.rows, &rows) { NotificationViewModelBuilder.row($0, context) }
            return NotificationViewModelBuilder.build(window, rows)
        }
    }
}
