import TelexJSON

/// A known member of a chat.
public struct ChatMember: Hashable, Sendable {
    /// A user of the server, as in `senderId`. In `hello`, our own id; missing without a login.
    public var id: UserID
    /// A user's name in a chat. Anybody can choose any name.
    ///
    /// As they chose it, verbatim. `nil` if it is unknown or they have none.
    public var name: String?
    /// The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown.
    ///
    /// Unknown of those who only wrote something.
    public var standing: Standing?
    /// The power of a member: `admin`, `moderator` or, if missing, that of any `member`.
    public var role: Role
    /// What we may do with them, if the server says what we may do in the chat.
    public var rights: [Right]
    /// Whether it is us.
    public var isOwn: Bool
    /// Whether a name could be mistaken for somebody else's. It is then shown with the id.
    ///
    /// Follows from all names in the chat.
    public internal(set) var isMisleading = false

    public init(
        id: UserID, name: String? = nil, standing: Standing? = nil, role: Role = .member, rights: [Right] = [],
        isOwn: Bool = false
    ) {
        self.id = id
        self.name = name
        self.standing = standing
        self.role = role
        self.rights = rights
        self.isOwn = isOwn
    }

    /// The membership of a user in a chat.
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        case joined, invited
        /// They are not in the chat and have asked to join.
        case requested
        /// They were in the chat or invited, and no longer are.
        case left
    }

    /// The power of a member.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case admin, moderator, member
    }

    /// What may be done with a member, by the rules of the server.
    public enum Right: String, Hashable, Sendable, CaseIterable {
        case remove, setRole
    }
}

extension ChatMember.Standing: WireWord {}

extension ChatMember.Role: WireWord {}

extension ChatMember.Right: WireWord {}

extension ChatMember: WireRecord {
    public static var blank: ChatMember { ChatMember(id: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &id)
        try visitor.visit("name", &name)
        try visitor.visit("standing", &standing)
        try visitor.visit("role", &role, default: .member)
        try visitor.visit("rights", &rights, default: [])
        try visitor.visit("isOwn", &isOwn, default: false)
        try visitor.visit("isMisleading", &isMisleading, default: false)
    }
}

/// The id of a user, given by the network and unique there.
public typealias UserID = Identifier<ChatMember>
