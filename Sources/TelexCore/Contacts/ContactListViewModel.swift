import TelexJSON

/// The address book.
public struct ContactListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("contactList")

    public internal(set) var status = ViewStatus()
    /// The result of an import, that nothing is due, or a change in a chat that we asked for and is not
    /// shown elsewhere.
    public internal(set) var noticeText: String?
    /// Counts the notices, as `errorRevision` does errors.
    ///
    /// `nil` before the first one.
    public internal(set) var noticeRevision: Int?
    /// The number of all contacts; `contacts` holds the first ones.
    public internal(set) var totalCount: Int
    /// The index of the contact added last, from 0 in the full list; `null` if there is none.
    public internal(set) var newestIndex: Int?
    /// Contacts.
    public internal(set) var contacts: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public internal(set) var loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public internal(set) var retry: Action?
    /// Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or
    /// revert an import.
    ///
    /// `nil` if there is none.
    public internal(set) var undo: Action?
    /// Open the form that adds a contact or a reminder.
    public internal(set) var add: Action
    /// Add the contacts of a vCard file.
    public internal(set) var importContacts: Action
    /// Open the export of all contacts.
    public internal(set) var exportContacts: Action
    public internal(set) var close: Action

    public static let blank = ContactListViewModel(
        totalCount: 0, contacts: [], add: .blank, importContacts: .blank, exportContacts: .blank, close: .blank)

    public var rows: [Shown<Row>] { contacts }

    /// One contact.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var contact: ContactID
        /// A contact's first and last name.
        public internal(set) var fullName: String
        /// A contact's initials.
        ///
        /// Shown in place of a picture.
        public internal(set) var initials: String
        /// A detail that distinguishes contacts with the same name.
        public internal(set) var detailText: String
        /// Opens the chat.
        public internal(set) var open: Action
        /// Edit it.
        public internal(set) var edit: Action
        /// Delete it.
        public internal(set) var delete: Action

        public static let blank = Row(
            contact: "", fullName: "", initials: "", detailText: "", open: .blank, edit: .blank, delete: .blank)

        public var id: String { contact.text }
    }
}

extension ContactListViewModel: WireViewModel {
    public static let meaning = "The address book."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit(nullable: "noticeText", &noticeText)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(nullable: "newestIndex", &newestIndex)
        try visitor.visit(rows: "contacts", &contacts)
        try visitor.visit(optional: "noticeRevision", &noticeRevision)
        try visitor.visit(action: "loadMore", .sends("contact.listing"), &loadMore)
        try visitor.visit(action: "retry", .sends("screen.opening"), &retry)
        try visitor.visit(action: "undo", .sends("contact.restoring", "contact.reverting"), &undo)
        try visitor.visit(action: "add", .sends("screen.opening"), &add)
        try visitor.visit(action: "importContacts", .sends("contact.importing", blanks: [.vcard]), &importContacts)
        try visitor.visit(action: "exportContacts", .sends("screen.opening"), &exportContacts)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension ContactListViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("contactId", &contact)
        try visitor.visit("fullName", &fullName)
        try visitor.visit("initials", &initials)
        try visitor.visit("detailText", &detailText)
        try visitor.visit(action: "open", .sends("contact.opening"), &open)
        try visitor.visit(action: "edit", .sends("screen.opening"), &edit)
        try visitor.visit(action: "delete", .sends("contact.deleting"), &delete)
    }
}

/// The form that adds or renames a contact.
public struct ContactFormViewModel: StatusShowing {
    public static let view = ViewName("contactForm")

    public internal(set) var status = ViewStatus()
    /// The contact to rename; `nil` for a new one.
    public internal(set) var contact: ContactID?
    /// The first name as typed; kept after an error.
    public internal(set) var first: String
    /// The last name as typed; kept after an error.
    public internal(set) var last: String
    /// Save the form. In a message, copy its file to a path of yours; download it first if necessary.
    ///
    /// `nil` while it is being saved.
    public internal(set) var save: Action?
    public internal(set) var close: Action

    public static let blank = ContactFormViewModel(first: "", last: "", close: .blank)
}

extension ContactFormViewModel: WireViewModel {
    public static let meaning = "The form for a contact."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: false)
        try visitor.visit(nullable: "contactId", &contact)
        try visitor.visit("firstName", &first)
        try visitor.visit("lastName", &last)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(
            action: "save", .sends("contact.adding", "contact.renaming", blanks: [.firstName, .lastName]), &save)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

/// The whole address book, for export.
public struct ContactExportViewModel: ViewModel {
    public static let view = ViewName("contactExport")

    public internal(set) var shouldShowBusy: Bool
    /// Why the contacts could not be loaded.
    public internal(set) var errorText: String?
    /// The number of cards.
    public internal(set) var totalCount: Int
    /// Contacts as vCards (RFC 6350).
    ///
    /// Its lines end in CRLF.
    public internal(set) var vcard: String
    public internal(set) var close: Action

    public static let blank = ContactExportViewModel(shouldShowBusy: false, totalCount: 0, vcard: "", close: .blank)
}

extension ContactExportViewModel: WireViewModel {
    public static let meaning = "All contacts as a vCard file."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        try visitor.visit(optional: "errorText", &errorText)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit("vcard", &vcard)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}
