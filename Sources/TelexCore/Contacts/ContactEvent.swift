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
    case removing(person: ContactID)
    /// Open the chat with somebody.
    case tapped(person: ContactID)
    /// A chat with somebody of this name is there.
    case met(chat: ChatID, contact: String)
    /// Add those of a vCard file (RFC 6350).
    case importing(vcard: String)
}
