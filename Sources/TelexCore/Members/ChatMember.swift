/// A known member of a chat.
public struct ChatMember: Hashable, Sendable {
    public var id: UserID
    /// The name that they chose in this chat, verbatim; `nil` if it is unknown or they have none.
    public var name: String?
    /// `nil` if nothing is known except that they wrote something.
    public var standing: Standing?
    public var role: Role
    /// What we may do with them, if the server says what we may do in the chat.
    public var rights: [Right]
    /// Whether it is us.
    public var isOwn: Bool
    /// Whether the name could be mistaken for somebody else's. Follows from all names in the chat.
    public package(set) var isMisleading = false

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

/// The id of a user, given by the network and unique there.
public typealias UserID = Identifier<ChatMember>
