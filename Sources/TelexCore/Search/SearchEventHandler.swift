/// Keeps the listeners of the autocomplete.
final class SearchEventHandler {
    let autocompleteContact = ViewHandler<AutocompleteContactViewModel>()

    func changed() { autocompleteContact.changed() }

    func show(_ model: SearchModel, in context: ViewContext) {
        autocompleteContact.show(cause: context.cause) {
            model.query.isEmpty ? nil : AutocompleteContactViewModelBuilder.build(model)
        }
    }
}
