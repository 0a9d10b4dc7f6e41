/// Keeps the listeners of the open chat.
final class MessageEventHandler {
    let messages = ViewHandler<MessagesViewModel>()
    private var rows = MessageRows()
    /// The state of the open chat that is shown.
    private var revision = 0

    /// The day has changed, or the screen.
    func refresh() {
        rows.clear()
        messages.changed()
    }

    func show(_ model: MessageModel, in context: ViewContext) {
        if model.revision != revision {
            revision = model.revision
            messages.changed()
        }
        messages.show(cause: context.cause) {
            model.open.map { MessagesViewModelBuilder.build($0, rows.rows(of: $0, context)) }
        }
    }
}
