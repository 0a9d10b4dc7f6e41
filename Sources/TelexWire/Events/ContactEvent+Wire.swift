import TelexCore

extension ContactEvent: WireCases {
    static var samples: [ContactEvent] {
        [
            .loaded(contacts: []), .loadFailed(reason: ""), .listing(rows: 0), .adding(.blank), .renaming(.blank),
            .deleting(person: ""), .restoring(person: ""), .opening(person: ""), .importing(vcard: ""),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ContactEvent {
        switch self {
        case .loaded(let contacts):
            .loaded(
                contacts: try visitor.event(
                    "contact.loaded", .inside, "The store has these contacts.", "contacts", contacts))
        case .loadFailed(let reason):
            .loadFailed(
                reason: try visitor.event("contact.loadFailed", .inside, "The store cannot be read.", "reason", reason))
        case .listing(let rows):
            .listing(rows: try visitor.event("contact.listing", .look, "Show this many contacts.", "rowLimit", rows))
        case .adding(let name):
            .adding(try visitor.event("contact.adding", .user, "Add a contact.", name))
        case .renaming(let contact):
            .renaming(try visitor.event("contact.renaming", .user, "Rename a contact.", contact))
        case .deleting(let person):
            .deleting(
                person: try visitor.event(
                    "contact.deleting", .user, "Delete a contact; the chat with them stays.", "contactId", person))
        case .restoring(let person):
            .restoring(
                person: try visitor.event(
                    "contact.restoring", .user, "Bring back the contact that was deleted last in this window.",
                    "contactId", person))
        case .opening(let person):
            .opening(
                person: try visitor.event(
                    "contact.opening", .user, "Open the chat with a contact; start one if there is none.", "contactId",
                    person))
        case .importing(let vcard):
            .importing(
                vcard: try visitor.event(
                    "contact.importing", .user, "Add the contacts of a vCard file (RFC 6350).", "vcard", vcard))
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
