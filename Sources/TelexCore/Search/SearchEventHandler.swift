/// The autocomplete beside the create-chat form, at a rate of its own.
typealias SearchModule = Module<SearchEventHandler>

/// Keeps the view of the autocomplete.
final class SearchEventHandler: EventHandler {
    let recipients = ViewHandler<RecipientsViewModel>()
    var views: [AnyObject] { [recipients] }

    func show(_ model: SearchModel, revision: Int, in context: ViewContext) {
        let search = model.windows[context.window]
        recipients.show(revision: revision, cause: context.cause) {
            search.query.isEmpty ? nil : RecipientsViewModelBuilder.build(search)
        }
    }
}
