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

/// A contact's new name.
public struct RenamedContact: Hashable, Sendable {
    public var person: ContactID
    public var name: ContactName

    public init(person: ContactID, name: ContactName) {
        self.person = person
        self.name = name
    }
}
