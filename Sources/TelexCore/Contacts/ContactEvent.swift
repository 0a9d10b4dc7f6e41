import TelexJSON

/// Events of the address book.
public enum ContactEvent: Hashable, Sendable {
    /// The store has these contacts.
    case loaded(contacts: [Contact])
    /// The store cannot be read.
    case loadFailed(reason: String)
    /// Show this many contacts.
    case listing(rows: Int)
    /// Add a contact.
    case adding(ContactName)
    /// Rename a contact.
    case renaming(RenamedContact)
    /// Delete a contact; the chat with them stays.
    case deleting(person: ContactID)
    /// Bring back the contact that was deleted last in this window.
    case restoring(person: ContactID)
    /// Take back the last import in this window.
    case reverting
    /// Open the chat with a contact; start one if there is none.
    case opening(person: ContactID)
    /// A chat with this title now exists.
    case met(TitledChat)
    /// Add the contacts of a vCard file (RFC 6350).
    case importing(vcard: String)
    /// The list was opened: load the contacts if they are not loaded.
    case loading
    /// The form was opened for a contact; `nil` for a new one.
    case formOpened(person: ContactID?)
    case formClosed
}

extension ContactEvent: WireCases {
    package static var samples: [ContactEvent] {
        [
            .loaded(contacts: []), .loadFailed(reason: ""), .listing(rows: 0), .adding(.blank), .renaming(.blank),
            .deleting(person: ""), .restoring(person: ""), .reverting, .opening(person: ""), .importing(vcard: ""),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ContactEvent {
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

extension ContactEvent {
    var requirements: StampRequirements {
        switch self {
        // `loaded` runs the events that waited for the contacts, which may need an id.
        case .adding, .importing, .loaded: StampRequirements(freshID: .thing)
        case .loadFailed, .listing, .renaming, .deleting, .restoring, .reverting, .opening, .met, .loading, .formOpened,
            .formClosed:
            .none
        }
    }
}

/// The name of a contact.
public struct ContactName: Hashable, Sendable {
    public var first: String
    public var last: String

    public init(first: String, last: String) {
        self.first = first
        self.last = last
    }
}

extension ContactName: WireRecord {
    public static var blank: ContactName { ContactName(first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("firstName", &first)
        try visitor.visit("lastName", &last)
    }
}

/// A contact's new name.
public struct RenamedContact: Hashable, Sendable {
    public var person: ContactID
    public var name: ContactName

    public init(person: ContactID, name: ContactName) {
        self.person = person
        self.name = name
    }
}

extension RenamedContact: WireRecord {
    public static var blank: RenamedContact { RenamedContact(person: "", name: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("contactId", &person)
        try name.visit(&visitor)
    }
}
