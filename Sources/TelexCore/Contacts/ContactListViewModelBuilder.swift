/// Formats the address book.
enum ContactListViewModelBuilder {
    static func build(_ model: ContactModel, _ window: ContactWindow) -> ContactListViewModel {
        let total = model.book.count
        return ContactListViewModel(
            status: model.loading.shown(total),
            noticeText: window.notice,
            noticeRevision: window.imports > 0 ? window.imports : nil,
            totalCount: total,
            newestIndex: window.newest,
            contacts: model.book.numbered(window.limit.rows).map { Shown(row($0.contact, number: $0.number)) },
            loadMore: window.limit.more(of: total) { .contact(.listing(rows: $0)) },
            retry: model.loading.error != nil ? Action(.screen(.opening(.contactList))) : nil,
            undo: undo(model, window),
            add: Action(.screen(.opening(.contactForm(nil)))),
            importContacts: Action(.contact(.importing(vcard: "")), blanks: [.vcard]),
            exportContacts: Action(.screen(.opening(.contactExport))),
            close: Action(.screen(.closing(.contactList))))
    }

    /// Takes back the last deletion or import.
    private static func undo(_ model: ContactModel, _ window: ContactWindow) -> Action? {
        if let deleted = window.deleted, model.book[deleted.id] == nil {
            return Action(.contact(.restoring(person: deleted.id)))
        }
        return window.before.isEmpty ? nil : Action(.contact(.reverting))
    }

    static func row(_ contact: Contact, number: Int?) -> ContactListViewModel.Row {
        ContactListViewModel.Row(
            contact: contact.id,
            fullName: contact.fullName,
            initials: ContactUseCase.initials(contact),
            detailText: number.map { ContactUseCase.detail(contact, number: $0) } ?? "",
            open: Action(.contact(.opening(person: contact.id))),
            edit: Action(.screen(.opening(.contactForm(contact.id)))),
            delete: Action(.contact(.deleting(person: contact.id))))
    }
}

/// Formats the form for a contact.
enum ContactFormViewModelBuilder {
    static func build(_ form: ContactForm) -> ContactFormViewModel {
        ContactFormViewModel(
            status: form.status.shown,
            contact: form.person,
            first: form.first,
            last: form.last,
            save: form.status.isBusy ? nil : Action(.contact(done(form)), blanks: [.firstName, .lastName]),
            close: Action(.screen(.closing(.contactForm))))
    }

    private static func done(_ form: ContactForm) -> ContactEvent {
        let name = ContactName(first: "", last: "")
        return form.person.map { .renaming(RenamedContact(person: $0, name: name)) } ?? .adding(name)
    }
}

/// Formats the exported address book.
enum ContactExportViewModelBuilder {
    static func build(_ model: ContactModel) -> ContactExportViewModel {
        ContactExportViewModel(
            shouldShowBusy: !model.loading.isSettled,
            errorText: model.loading.error,
            totalCount: model.book.count,
            vcard: VCard.write(model.book.all),
            close: Action(.screen(.closing(.contactExport))))
    }
}
