/// Shows the open chat in one window.
final class MessageEventHandler: EventHandler {
    let messages = ViewHandler<MessagesViewModel>()
    var views: [any ShownView] { [messages] }
    private var rows = MessageRows()
    private var heading: ChatHeading?
    /// Counts the changes of the heading.
    private var headings = 0

    func show(_ model: ChatModel, revision: Int, in context: ViewContext) {
        let open = model.windows[context.window].chat
        let heading = open.flatMap { model.heading(of: $0.id) }
        if heading != self.heading { headings += 1 }
        self.heading = heading
        // What happens in other chats also changes the model, but not this view.
        let revision = model.windows.revision(of: context.window) + context.revision + headings
        messages.show(revision: revision, cause: context.cause) {
            open.map {
                MessagesViewModelBuilder.build($0, heading, rows.rows(of: $0, heading, model.transfers, context))
            }
        }
    }
}
