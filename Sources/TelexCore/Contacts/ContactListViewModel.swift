/// The address book.
public struct ContactListViewModel: ListViewModel {
    public static let view = ViewName("contactList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// The result of the last import.
    public let noticeText: String?
    /// Counts the imports; `nil` before the first one.
    public let noticeRevision: Int?
    /// The number of all contacts; `contacts` holds the first ones.
    public let totalCount: Int
    /// The index, among all contacts, of the one added or changed last; `nil` if there is none.
    public let newestIndex: Int?
    public let contacts: [Row]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public let retry: Action?
    public let add: Action
    public let importContacts: Action
    public let exportContacts: Action
    public let close: Action

    public var rows: [Row] { contacts }

    /// One contact.
    public struct Row: Identifiable, Hashable, Sendable {
        public let contact: ContactID
        public let fullName: String
        /// Shown in place of a picture.
        public let initials: String
        /// What distinguishes this person from others of the same name; empty if there are none.
        public let detailText: String
        /// Opens the chat.
        public let open: Action
        public let edit: Action
        public let delete: Action

        public var id: String { contact.text }
    }
}

/// The form that adds or renames a contact.
public struct ContactFormViewModel: ViewModel {
    public static let view = ViewName("contactForm")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the errors since the view opened, so that a repeated error is noticed; `nil` before the first.
    public let errorRevision: Int?
    /// The contact to rename; `nil` for a new one.
    public let contact: ContactID?
    /// The first name as typed; kept after an error.
    public let first: String
    /// The last name as typed; kept after an error.
    public let last: String
    /// Saves the contact; `nil` while it is being saved.
    public let save: Action?
    public let close: Action
}

/// The whole address book, for export.
public struct ContactExportViewModel: ViewModel {
    public static let view = ViewName("contactExport")

    public let shouldShowBusy: Bool
    /// The number of cards.
    public let totalCount: Int
    /// The cards (RFC 6350), with CRLF line endings.
    public let vcard: String
    public let close: Action
}
