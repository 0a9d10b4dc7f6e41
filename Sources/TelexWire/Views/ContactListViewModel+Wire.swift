import TelexCore

extension ContactListViewModel: WireListViewModel {
    public static let fields = [
        Field<ContactListViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ContactListViewModel>("shouldShowEmpty") { $0.shouldShowEmpty },
        Field<ContactListViewModel>("shouldShowError") { $0.shouldShowError },
        Field<ContactListViewModel>("error") { $0.error },
        Field<ContactListViewModel>("notice") { $0.notice },
        Field<ContactListViewModel>("total") { $0.total },
        Field<ContactListViewModel>("newest") { $0.newest },
        Field<ContactListViewModel>("contacts") { $0.contacts },
        Field<ContactListViewModel>("loadMore") { $0.loadMore },
        Field<ContactListViewModel>("retry") { $0.retry },
        Field<ContactListViewModel>("add") { $0.add },
        Field<ContactListViewModel>("import") { $0.importCards },
        Field<ContactListViewModel>("export") { $0.exportCards },
        Field<ContactListViewModel>("back") { $0.back },
        Field<ContactListViewModel>(optional: "noticeRevision") { $0.noticeRevision },
    ]
}

extension ContactListViewModel.Row: WireObject, WireRow {
    public static let fields = [
        Field<ContactListViewModel.Row>("person") { $0.person },
        Field<ContactListViewModel.Row>("name") { $0.name },
        Field<ContactListViewModel.Row>("initials") { $0.initials },
        Field<ContactListViewModel.Row>("detail") { $0.detail },
        Field<ContactListViewModel.Row>("tapped") { $0.tapped },
        Field<ContactListViewModel.Row>("edit") { $0.edit },
        Field<ContactListViewModel.Row>("remove") { $0.remove },
    ]
}

extension AddContactViewModel: WireViewModel {
    public static let fields = [
        Field<AddContactViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<AddContactViewModel>("shouldShowError") { $0.shouldShowError },
        Field<AddContactViewModel>("error") { $0.error },
        Field<AddContactViewModel>("person") { $0.person },
        Field<AddContactViewModel>("first") { $0.first },
        Field<AddContactViewModel>("last") { $0.last },
        Field<AddContactViewModel>("doneEnabled") { $0.doneEnabled },
        Field<AddContactViewModel>("done") { $0.done },
        Field<AddContactViewModel>("cancel") { $0.cancel },
        Field<AddContactViewModel>(optional: "errorRevision") { $0.errorRevision },
    ]
}

extension ContactExportViewModel: WireViewModel {
    public static let fields = [
        Field<ContactExportViewModel>("shouldShowBusy") { $0.shouldShowBusy },
        Field<ContactExportViewModel>("total") { $0.total },
        Field<ContactExportViewModel>("vcard") { $0.vcard },
        Field<ContactExportViewModel>("back") { $0.back },
    ]
}
