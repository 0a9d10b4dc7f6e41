/// The address book.
public struct ContactListViewModel: ListViewModel {
    public static let view = ViewName("contactList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// What came of the last import.
    public let noticeText: String?
    /// Counts the imports; `nil` before the first one.
    public let noticeRevision: Int?
    /// How many contacts there are; `contacts` holds the first of them.
    public let totalCount: Int
    /// At which index the newest row stands, among all of them; `nil` when none is new.
    public let newestIndex: Int?
    public let contacts: [Row]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?
    /// Loads again after an error.
    public let retry: Action?
    public let add: Action
    public let importContacts: Action
    public let exportContacts: Action
    public let close: Action

    public var rows: [Row] { contacts }

    /// One person.
    public struct Row: Identifiable, Hashable, Sendable {
        public let contact: ContactID
        public let fullName: String
        /// In place of a picture.
        public let initials: String
        /// What tells this person from others of the same name; empty where there are none.
        public let detailText: String
        /// Opens the chat.
        public let open: Action
        public let edit: Action
        public let delete: Action

        public var id: String { contact.text }
    }
}

/// The form for somebody new, or for somebody whose name changes.
public struct ContactFormViewModel: ViewModel {
    public static let view = ViewName("contactForm")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// Whose name changes; `nil` for somebody new.
    public let contact: ContactID?
    /// What was typed for the first name; kept through an error.
    public let first: String
    /// What was typed for the last name; kept through an error.
    public let last: String
    /// Saves the contact; `nil` while that is being done.
    public let save: Action?
    public let close: Action
}

/// The whole address book, to be kept elsewhere.
public struct ContactExportViewModel: ViewModel {
    public static let view = ViewName("contactExport")

    public let shouldShowBusy: Bool
    /// How many cards there are.
    public let totalCount: Int
    /// The cards (RFC 6350), their lines ended by CR LF.
    public let vcard: String
    public let close: Action
}
