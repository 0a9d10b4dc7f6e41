/// Keeps the listeners of the open chat.
final class MessageEventHandler {
    let messages = ViewHandler<MessagesViewModel>()
    private var rows = MessageRows()

    func changed() { messages.changed() }

    /// The day has changed, or the screen.
    func refresh() {
        rows.clear()
        messages.changed()
    }

    func show(_ model: MessageModel, in context: ViewContext) {
        messages.show(cause: context.cause) {
            model.open.map { MessagesViewModelBuilder.build($0, rows.rows(of: $0, context)) }
        }
    }
}
