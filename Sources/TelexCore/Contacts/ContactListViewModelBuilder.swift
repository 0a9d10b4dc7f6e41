/// Formats the address book.
enum ContactListViewModelBuilder {
    static func build(_ model: ContactModel, _ window: ContactWindow) -> ContactListViewModel {
        let total = model.book.count
        return ContactListViewModel(
            shouldShowBusy: !model.isLoaded && model.loadError == nil,
            shouldShowEmpty: model.isLoaded && total == 0,
            shouldShowError: model.loadError != nil,
            error: model.loadError,
            notice: window.notice,
            noticeRevision: window.imports > 0 ? window.imports : nil,
            total: total,
            newest: window.newest,
            contacts: model.book.prefix(window.limit.rows).map { row($0, model.book) },
            loadMore: window.limit.more(of: total) { .contact(.listing(rows: $0)) },
            retry: model.loadError != nil ? Action(.screen(.opened(.contactList))) : nil,
            add: Action(.screen(.opened(.editContact(nil)))),
            importCards: Action(.contact(.importing(vcard: "")), blanks: [.vcard]),
            exportCards: Action(.screen(.opened(.contactExport))),
            back: Action(.screen(.closed(.contactList))))
    }

    static func row(_ contact: Contact, _ book: ContactBook) -> ContactListViewModel.Row {
        ContactListViewModel.Row(
            person: contact.id,
            name: contact.fullName,
            initials: ContactUseCase.initials(contact),
            detail: book.number(of: contact).map { ContactUseCase.detail(contact, number: $0) } ?? "",
            tapped: Action(.contact(.tapped(person: contact.id))),
            edit: Action(.screen(.opened(.editContact(contact.id)))),
            remove: Action(.contact(.removing(person: contact.id))))
    }
}

/// Formats the form for a contact.
enum AddContactViewModelBuilder {
    static func build(_ form: ContactForm) -> AddContactViewModel {
        AddContactViewModel(
            shouldShowBusy: form.isBusy,
            shouldShowError: form.error != nil,
            error: form.error,
            errorRevision: form.refusals > 0 ? form.refusals : nil,
            person: form.person,
            first: form.first,
            last: form.last,
            doneEnabled: !form.isBusy,
            done: form.isBusy ? nil : Action(.contact(done(form)), blanks: [.first, .last]),
            cancel: Action(.screen(.closed(.editContact))))
    }

    private static func done(_ form: ContactForm) -> ContactEvent {
        form.person.map { .renaming(person: $0, first: "", last: "") } ?? .adding(first: "", last: "")
    }
}

/// Formats the address book for the way out.
enum ContactExportViewModelBuilder {
    static func build(_ model: ContactModel) -> ContactExportViewModel {
        ContactExportViewModel(
            shouldShowBusy: !model.isLoaded,
            total: model.book.count,
            vcard: VCard.write(model.book.all),
            back: Action(.screen(.closed(.contactExport))))
    }
}
