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
            try visitor.event("contact.loaded", .inside, Self.loaded(contacts:), contacts, in: "contacts")
        case .loadFailed(let reason):
            try visitor.event("contact.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason")
        case .listing(let rows): try visitor.event("contact.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .adding(let name): try visitor.event("contact.adding", .user, Self.adding, name)
        case .renaming(let contact): try visitor.event("contact.renaming", .user, Self.renaming, contact)
        case .deleting(let person):
            try visitor.event("contact.deleting", .user, Self.deleting(person:), person, in: "contactId")
        case .restoring(let person):
            try visitor.event("contact.restoring", .user, Self.restoring(person:), person, in: "contactId")
        case .reverting: try visitor.event("contact.reverting", .user, self)
        case .opening(let person):
            try visitor.event("contact.opening", .user, Self.opening(person:), person, in: "contactId")
        case .importing(let vcard):
            try visitor.event("contact.importing", .user, Self.importing(vcard:), vcard, in: "vcard")
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
