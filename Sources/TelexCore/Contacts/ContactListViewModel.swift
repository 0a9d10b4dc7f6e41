/// The address book.
public struct ContactListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("contactList")

    public package(set) var status = ViewStatus()
    /// The result of an import, that nothing is due, or a change in a chat that we asked for and is not
    /// shown elsewhere.
    public package(set) var noticeText: String?
    /// Counts the notices, as `errorRevision` does errors.
    ///
    /// `nil` before the first one.
    public package(set) var noticeRevision: Int?
    /// The number of all contacts; `contacts` holds the first ones.
    public package(set) var totalCount: Int
    /// The index of the contact added last, from 0 in the full list; `null` if there is none.
    public package(set) var newestIndex: Int?
    /// Contacts.
    public package(set) var contacts: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public package(set) var retry: Action?
    /// Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or
    /// revert an import.
    ///
    /// `nil` if there is none.
    public package(set) var undo: Action?
    /// Open the form that adds a contact or a reminder.
    public package(set) var add: Action
    /// Add the contacts of a vCard file.
    public package(set) var importContacts: Action
    /// Open the export of all contacts.
    public package(set) var exportContacts: Action
    public package(set) var close: Action

    public static let blank = ContactListViewModel(
        totalCount: 0, contacts: [], add: .blank, importContacts: .blank, exportContacts: .blank, close: .blank)

    public var rows: [Shown<Row>] { contacts }

    /// One contact.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var contact: ContactID
        /// A contact's first and last name.
        public package(set) var fullName: String
        /// A contact's initials.
        ///
        /// Shown in place of a picture.
        public package(set) var initials: String
        /// A detail that distinguishes contacts with the same name.
        public package(set) var detailText: String
        /// Opens the chat.
        public package(set) var open: Action
        /// Edit it.
        public package(set) var edit: Action
        /// Delete it.
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
    /// Save the form. In a message, copy its file to a path of yours; download it first if necessary.
    ///
    /// `nil` while it is being saved.
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
    /// Contacts as vCards (RFC 6350).
    ///
    /// Its lines end in CRLF.
    public package(set) var vcard: String
    public package(set) var close: Action

    public static let blank = ContactExportViewModel(shouldShowBusy: false, totalCount: 0, vcard: "", close: .blank)
}
