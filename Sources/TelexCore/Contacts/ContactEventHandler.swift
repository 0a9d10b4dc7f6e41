/// Keeps the listeners of the address book's views.
final class ContactEventHandler {
    let contactList = ViewHandler<ContactListViewModel>()
    let addContact = ViewHandler<AddContactViewModel>()
    let contactExport = ViewHandler<ContactExportViewModel>()

    func changed() {
        contactList.changed()
        addContact.changed()
        contactExport.changed()
    }

    func show(_ model: ContactModel, in context: ViewContext) {
        contactList.show(cause: context.cause) {
            context.top == .contactList ? ContactListViewModelBuilder.build(model) : nil
        }
        addContact.show(cause: context.cause) {
            context.top.name == .editContact ? AddContactViewModelBuilder.build(model.form) : nil
        }
        contactExport.show(cause: context.cause) {
            context.top == .contactExport ? ContactExportViewModelBuilder.build(model) : nil
        }
    }
}
