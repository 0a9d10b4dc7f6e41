import TelexCore

extension ContactListViewModel: WireViewModel {
    public static let meaning = "The address book."
    public static let fields: Fields = [
        Field<ContactListViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ContactListViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<ContactListViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ContactListViewModel>("errorText") { $0.errorText },
        Field<ContactListViewModel>("noticeText") { $0.noticeText },
        Field<ContactListViewModel>("totalCount") { $0.totalCount },
        Field<ContactListViewModel>("newestIndex") { $0.newestIndex },
        Field<ContactListViewModel>("contacts") { $0.contacts },
        Field<ContactListViewModel>(optional: "noticeRevision") { $0.noticeRevision },
        Field<ContactListViewModel>(
            actions: .init("loadMore") { $0.loadMore },
            .init("retry") { $0.retry },
            .init("add") { $0.add },
            .init("importContacts") { $0.importContacts },
            .init("exportContacts") { $0.exportContacts },
            .init("close") { $0.close }),
    ]
}

extension ContactListViewModel.Row: WireObject, WireRow {
    public static let fields: Fields = [
        Field<ContactListViewModel.Row>("contactId") { $0.contact },
        Field<ContactListViewModel.Row>("fullName") { $0.fullName },
        Field<ContactListViewModel.Row>("initials") { $0.initials },
        Field<ContactListViewModel.Row>("detailText") { $0.detailText },
        Field<ContactListViewModel.Row>(
            actions: .init("open") { $0.open },
            .init("edit") { $0.edit },
            .init("delete") { $0.delete }),
    ]
}

extension ContactFormViewModel: WireViewModel {
    public static let meaning = "The form for a contact."
    public static let fields: Fields = [
        Field<ContactFormViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ContactFormViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ContactFormViewModel>("errorText") { $0.errorText },
        Field<ContactFormViewModel>("contactId") { $0.contact },
        Field<ContactFormViewModel>("firstName") { $0.first },
        Field<ContactFormViewModel>("lastName") { $0.last },
        Field<ContactFormViewModel>(optional: "errorRevision") { $0.errorRevision },
        Field<ContactFormViewModel>(
            actions: .init("save") { $0.save },
            .init("close") { $0.close }),
    ]
}

extension ContactExportViewModel: WireViewModel {
    public static let meaning = "All contacts as a vCard file."
    public static let fields: Fields = [
        Field<ContactExportViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ContactExportViewModel>("totalCount") { $0.totalCount },
        Field<ContactExportViewModel>("vcard") { $0.vcard },
        Field<ContactExportViewModel>(
            actions: .init("close") { $0.close }),
    ]
}
