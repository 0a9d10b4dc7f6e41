/// The address book.
public struct ContactListViewModel: ListViewModel {
    public static let view = ViewName("contactList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// What came of the last import.
    public let notice: String?
    /// Counts the imports; `nil` before the first one.
    public let noticeRevision: Int?
    /// How many contacts there are; `contacts` holds the first of them.
    public let total: Int
    /// At which index the newest row stands, among all of them; `nil` when none is new.
    public let newest: Int?
    public let contacts: [Row]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?
    /// Loads again after an error.
    public let retry: Action?
    public let add: Action
    public let importCards: Action
    public let exportCards: Action
    public let back: Action

    public var rows: [Row] { contacts }

    /// One person.
    public struct Row: Identifiable, Hashable, Sendable {
        public let person: ContactID
        public let name: String
        /// In place of a picture.
        public let initials: String
        /// What tells this person from others of the same name; empty where there are none.
        public let detail: String
        /// Opens the chat.
        public let tapped: Action
        public let edit: Action
        public let remove: Action

        public var id: String { person.text }
    }
}

/// The form for somebody new, or for somebody whose name changes.
public struct AddContactViewModel: ViewModel {
    public static let view = ViewName("addContact")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// Whose name changes; `nil` for somebody new.
    public let person: ContactID?
    /// What was typed for the first name; kept through an error.
    public let first: String
    /// What was typed for the last name; kept through an error.
    public let last: String
    public let doneEnabled: Bool
    /// Saves the contact; `nil` while that is being done.
    public let done: Action?
    public let cancel: Action
}

/// The whole address book, to be kept elsewhere.
public struct ContactExportViewModel: ViewModel {
    public static let view = ViewName("contactExport")

    public let shouldShowBusy: Bool
    /// How many cards there are.
    public let total: Int
    /// The cards (RFC 6350), their lines ended by CR LF.
    public let vcard: String
    public let back: Action
}
