/// The autocomplete beside the create-chat form, at a rate of its own.
final class SearchModule: Module {
    var model = SearchModel()
    let handler = SearchEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
