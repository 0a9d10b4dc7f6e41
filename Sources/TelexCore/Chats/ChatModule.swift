/// The chat list, the badge and the create-chat form.
final class ChatModule: Module {
    var model = ChatModel()
    let handler = ChatEventHandler()

    func refresh() {
        handler.listChanged()
        handler.formChanged()
    }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
