import TelexCore
import TelexJSON

extension ContactEvent: WireCases {
    static var samples: [ContactEvent] {
        [
            .loaded(contacts: []), .loadFailed(reason: ""), .listing(rows: 0), .adding(.blank), .renaming(.blank),
            .deleting(person: ""), .restoring(person: ""), .reverting, .opening(person: ""), .importing(vcard: ""),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ContactEvent {
        switch self {
        case .loaded(let contacts):
            try visitor.event(
                "contact.loaded", .inside, Self.loaded(contacts:), contacts, in: "contacts",
                "The store has these contacts.")
        case .loadFailed(let reason):
            try visitor.event(
                "contact.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason",
                "The store cannot be read.")
        case .listing(let rows):
            try visitor.event(
                "contact.listing", .look, Self.listing(rows:), rows, in: "rowLimit", "Show this many contacts.")
        case .adding(let name):
            try visitor.event("contact.adding", .user, Self.adding, name, "Add a contact.")
        case .renaming(let contact):
            try visitor.event("contact.renaming", .user, Self.renaming, contact, "Rename a contact.")
        case .deleting(let person):
            try visitor.event(
                "contact.deleting", .user, Self.deleting(person:), person, in: "contactId",
                "Delete a contact; the chat with them stays.")
        case .restoring(let person):
            try visitor.event(
                "contact.restoring", .user, Self.restoring(person:), person, in: "contactId",
                "Bring back the contact that was deleted last in this window.")
        case .reverting:
            try visitor.event("contact.reverting", .user, "Take back the last import in this window.", self)
        case .opening(let person):
            try visitor.event(
                "contact.opening", .user, Self.opening(person:), person, in: "contactId",
                "Open the chat with a contact; start one if there is none.")
        case .importing(let vcard):
            try visitor.event(
                "contact.importing", .user, Self.importing(vcard:), vcard, in: "vcard",
                "Add the contacts of a vCard file (RFC 6350).")
        case .met, .loading, .formOpened, .formClosed: self
        }
    }
}

extension ContactName: WireRecord {
    public static var blank: ContactName { ContactName(first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("firstName", &first)
        try visitor.visit("lastName", &last)
    }
}

extension RenamedContact: WireRecord {
    public static var blank: RenamedContact { RenamedContact(person: "", name: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("contactId", &person)
        try name.visit(&visitor)
    }
}

extension Contact: WireRecord {
    public static var blank: Contact { Contact(id: "", first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("contactId", &id)
        try visitor.visit("firstName", &first)
        try visitor.visit("lastName", &last)
        try visitor.visit("chatId", &chat)
        try visitor.visit("vcardLines", &details)
    }
}
