/// Somebody in the address book.
public struct Contact: Hashable, Sendable {
    public var id: ContactID
    public var first: String
    public var last: String
    /// The chat with them, once there is one.
    public var chat: ChatID?
    /// What else their vCard holds: content lines (RFC 6350, 3.3), unfolded, with LF between them.
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

/// The name of a contact, unique in a profile; that of a vCard's `UID`, where it has one.
public typealias ContactID = Identifier<Contact>
