/// The open chats, and our messages that have not gone out.
typealias MessageModule = Module<MessageEventHandler>

/// Keeps the view of the open chat.
final class MessageEventHandler: EventHandler {
    let messages = ViewHandler<MessagesViewModel>()
    var views: [AnyObject] { [messages] }
    private var rows = MessageRows()
    private var heading: ChatHeading?
    /// Counts the headings that were shown.
    private var headings = 0

    func show(_ model: MessageModel, revision: Int, in context: ViewContext) {
        let open = model.windows[context.window].chat
        let heading = open.flatMap { context.heading($0.id) }
        if heading != self.heading { headings += 1 }
        self.heading = heading
        // What happens in other chats changes the model, too, but nothing of this view.
        let revision = model.windows.revision(of: context.window) + context.revision + headings
        messages.show(revision: revision, cause: context.cause) {
            open.map { MessagesViewModelBuilder.build($0, heading, rows.rows(of: $0, heading, context)) }
        }
    }
}
