/// The address book.
typealias ContactModule = Module<ContactEventHandler>

/// Shows the views of the address book in one window.
final class ContactEventHandler: EventHandler {
    let contactList = ViewHandler<ContactListViewModel>()
    let contactForm = ViewHandler<ContactFormViewModel>()
    let contactExport = ViewHandler<ContactExportViewModel>()
    var views: [any ShownView] { [contactList, contactForm, contactExport] }

    func show(_ model: ContactModel, revision: Int, in context: ViewContext) {
        contactList.show(revision: revision, cause: context.cause) {
            context.top == .contactList ? ContactListViewModelBuilder.build(model, model.windows[context.window]) : nil
        }
        contactForm.show(revision: revision, cause: context.cause) {
            context.top.name == .contactForm
                ? ContactFormViewModelBuilder.build(model.windows[context.window].form) : nil
        }
        contactExport.show(revision: revision, cause: context.cause) {
            context.top == .contactExport ? ContactExportViewModelBuilder.build(model) : nil
        }
    }
}
