/// What happens to the address book.
public enum ContactEvent: Hashable, Sendable {
    /// The contacts have become known, from the disk.
    case loaded(contacts: [Contact])
    /// The contacts could not be had.
    case loadFailed(reason: String)
    /// Show this many rows of the list.
    case listing(rows: Int)
    /// Add somebody.
    case adding(first: String, last: String)
    /// Give somebody this name.
    case renaming(person: ContactID, first: String, last: String)
    /// Take somebody out; the chat with them stays.
    case deleting(person: ContactID)
    /// Open the chat with somebody.
    case opening(person: ContactID)
    /// A chat with somebody of this name is there.
    case met(chat: ChatID, title: String)
    /// Add those of a vCard file (RFC 6350).
    case importing(vcard: String)
}

extension ContactEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        // What waited for the contacts to be loaded is done then.
        case .adding, .importing, .loaded: StampRequirements(freshID: .thing)
        case .loadFailed, .listing, .renaming, .deleting, .opening, .met: .none
        }
    }

    func filled(_ values: [Blank: String]) -> ContactEvent {
        switch self {
        case .adding(let first, let last): .adding(first: values[.firstName] ?? first, last: values[.lastName] ?? last)
        case .renaming(let person, let first, let last):
            .renaming(person: person, first: values[.firstName] ?? first, last: values[.lastName] ?? last)
        case .importing(let vcard): .importing(vcard: values[.vcard] ?? vcard)
        case .loaded, .loadFailed, .listing, .deleting, .opening, .met: self
        }
    }
}
