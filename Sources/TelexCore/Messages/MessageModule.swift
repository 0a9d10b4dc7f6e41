/// The open chat, and our messages that have not gone out.
final class MessageModule: Module {
    var model = MessageModel()
    let handler = MessageEventHandler()

    func refresh() { handler.refresh() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
