/// The inbox: the messages of all chats as they arrive.
typealias InboxModule = Module<InboxEventHandler>

/// Shows the inbox in one window.
final class InboxEventHandler: EventHandler {
    let inbox = ViewHandler<InboxViewModel>()
    var views: [any ShownView] { [inbox] }

    func show(_ model: InboxModel, revision: Int, in context: ViewContext) {
        let window = model.windows[context.window]
        // Each page is shown once, even if names or titles change later.
        inbox.show(revision: window.pages, cause: context.cause) { InboxViewModelBuilder.build(window, context) }
    }
}
