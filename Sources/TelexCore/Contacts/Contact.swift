import TelexJSON

/// A person in the address book.
public struct Contact: Hashable, Sendable {
    /// A contact in the address book.
    public var id: ContactID
    /// A contact's first name.
    public var first: String
    /// A contact's last name.
    public var last: String
    /// The chat with this person; `nil` if there is none.
    public var chat: ChatID?
    /// The content lines of a contact's vCard, without the name.
    ///
    /// Unfolded (RFC 6350, 3.3) and separated by LF.
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

/// The id of a contact, unique in a profile: the `UID` of its vCard, if it has one.
public typealias ContactID = Identifier<Contact>
