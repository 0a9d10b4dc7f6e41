/// A person in the address book.
public struct Contact: Hashable, Sendable {
    public var id: ContactID
    public var first: String
    public var last: String
    /// The chat with this person; `nil` if there is none.
    public var chat: ChatID?
    /// The other content lines of the contact's vCard (RFC 6350, 3.3), unfolded and separated by LF.
    public var details: String

    public init(id: ContactID, first: String, last: String, chat: ChatID? = nil, details: String = "") {
        self.id = id
        self.first = first
        self.last = last
        self.chat = chat
        self.details = details
    }

    public var fullName: String { last.isEmpty ? first : first.isEmpty ? last : "\(first) \(last)" }
}

/// The id of a contact, unique in a profile: the `UID` of its vCard, if it has one.
public typealias ContactID = Identifier<Contact>
