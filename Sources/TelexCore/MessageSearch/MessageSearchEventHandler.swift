/// The search for messages.
typealias MessageSearchModule = Module<MessageSearchEventHandler>

/// Shows in one window what was found.
final class MessageSearchEventHandler: EventHandler {
    let found = ViewHandler<FoundViewModel>()
    var views: [any ShownView] { [found] }

    func show(_ model: MessageSearchModel, revision: Int, in context: ViewContext) {
        let search = model.windows[context.window]
        found.show(revision: revision, cause: context.cause) {
            search.text.isEmpty ? nil : FoundViewModelBuilder.build(search, context)
        }
    }
}
