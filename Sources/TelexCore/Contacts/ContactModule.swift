/// The address book.
final class ContactModule: Module {
    var model = ContactModel()
    let handler = ContactEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
