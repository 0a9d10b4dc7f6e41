import TelexCore
import TelexJSON

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
