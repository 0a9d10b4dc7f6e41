/// The autocomplete beside the create-chat form, at a rate of its own.
final class SearchModule: Module {
    /// A model that is assigned is a model that changed.
    var model = SearchModel() { didSet { handler.changed() } }
    let handler = SearchEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
