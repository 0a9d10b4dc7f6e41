/// The messages of all chats as they come.
typealias InboxModule = Module<InboxEventHandler>

/// Keeps the view of them.
final class InboxEventHandler: EventHandler {
    let inbox = ViewHandler<InboxViewModel>()
    var views: [AnyObject] { [inbox] }

    func show(_ model: InboxModel, revision: Int, in context: ViewContext) {
        let window = model.windows[context.window]
        // Each page is shown once, even if names or titles change later.
        inbox.show(revision: window.pages, cause: context.cause) { InboxViewModelBuilder.build(window, context) }
    }
}
