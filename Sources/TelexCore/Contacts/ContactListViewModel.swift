/// The address book.
public struct ContactListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("contactList")

    public package(set) var status = ViewStatus()
    /// The result of the last import.
    public package(set) var noticeText: String?
    /// Counts the imports; `nil` before the first one.
    public package(set) var noticeRevision: Int?
    /// The number of all contacts; `contacts` holds the first ones.
    public package(set) var totalCount: Int
    /// The index, among all contacts, of the one added or changed last; `nil` if there is none.
    public package(set) var newestIndex: Int?
    public package(set) var contacts: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public package(set) var retry: Action?
    /// Brings back the contact deleted last; `nil` if there is none.
    public package(set) var undo: Action?
    public package(set) var add: Action
    public package(set) var importContacts: Action
    public package(set) var exportContacts: Action
    public package(set) var close: Action

    public static let blank = ContactListViewModel(
        totalCount: 0, contacts: [], add: .blank, importContacts: .blank, exportContacts: .blank, close: .blank)

    public var rows: [Shown<Row>] { contacts }

    /// One contact.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var contact: ContactID
        public package(set) var fullName: String
        /// Shown in place of a picture.
        public package(set) var initials: String
        /// What distinguishes this person from others of the same name; empty if there are none.
        public package(set) var detailText: String
        /// Opens the chat.
        public package(set) var open: Action
        public package(set) var edit: Action
        public package(set) var delete: Action

        public static let blank = Row(
            contact: "", fullName: "", initials: "", detailText: "", open: .blank, edit: .blank, delete: .blank)

        public var id: String { contact.text }
    }
}

/// The form that adds or renames a contact.
public struct ContactFormViewModel: StatusShowing {
    public static let view = ViewName("contactForm")

    public package(set) var status = ViewStatus()
    /// The contact to rename; `nil` for a new one.
    public package(set) var contact: ContactID?
    /// The first name as typed; kept after an error.
    public package(set) var first: String
    /// The last name as typed; kept after an error.
    public package(set) var last: String
    /// Saves the contact; `nil` while it is being saved.
    public package(set) var save: Action?
    public package(set) var close: Action

    public static let blank = ContactFormViewModel(first: "", last: "", close: .blank)
}

/// The whole address book, for export.
public struct ContactExportViewModel: ViewModel {
    public static let view = ViewName("contactExport")

    public package(set) var shouldShowBusy: Bool
    /// Why the contacts could not be loaded.
    public package(set) var errorText: String?
    /// The number of cards.
    public package(set) var totalCount: Int
    /// The cards (RFC 6350), with CRLF line endings.
    public package(set) var vcard: String
    public package(set) var close: Action

    public static let blank = ContactExportViewModel(shouldShowBusy: false, totalCount: 0, vcard: "", close: .blank)
}
