/// The open chat, and our messages that have not gone out.
final class MessageModule: Module {
    /// A model that is assigned is a model that changed.
    var model = MessageModel() { didSet { handler.changed() } }
    let handler = MessageEventHandler()

    func refresh() { handler.refresh() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
