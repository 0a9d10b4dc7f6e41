/// The address book.
final class ContactModule: Module {
    /// A model that is assigned is a model that changed.
    var model = ContactModel() { didSet { handler.changed() } }
    let handler = ContactEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
