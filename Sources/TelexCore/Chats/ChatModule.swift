/// The chat list, the badge and the create-chat form.
final class ChatModule: Module {
    var model = ChatModel()
    let handler = ChatEventHandler()

    func refresh() { handler.refresh() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
