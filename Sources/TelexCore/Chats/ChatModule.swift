/// The chat list, the badge and the create-chat form.
final class ChatModule: Module {
    /// A model that is assigned is a model that changed.
    var model = ChatModel() { didSet { handler.changed() } }
    let handler = ChatEventHandler()

    func refresh() { handler.refresh() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
