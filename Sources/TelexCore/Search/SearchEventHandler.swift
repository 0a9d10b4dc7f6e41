/// The autocomplete of the create-chat form, which updates independently of the form.
typealias SearchModule = Module<SearchEventHandler>

/// Shows the autocomplete in one window.
final class SearchEventHandler: EventHandler {
    let recipients = ViewHandler<RecipientsViewModel>()
    var views: [any ShownView] { [recipients] }

    func show(_ model: SearchModel, revision: Int, in context: ViewContext) {
        let search = model.windows[context.window]
        recipients.show(revision: revision, cause: context.cause) {
            search.query.isEmpty ? nil : RecipientsViewModelBuilder.build(search)
        }
    }
}
