/// Keeps the listeners of the open chat.
final class MessageEventHandler {
    let messages = ViewHandler<MessagesViewModel>()

    func changed() { messages.changed() }

    func show(_ model: MessageModel, in context: ViewContext) {
        messages.show(cause: context.cause) {
            model.open.map { MessagesViewModelBuilder.build($0, context) }
        }
    }
}
