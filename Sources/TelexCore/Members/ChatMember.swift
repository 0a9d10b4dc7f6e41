/// A known member of a chat.
public struct ChatMember: Hashable, Sendable {
    public var id: UserID
    /// The name that they chose in this chat, verbatim; `nil` if it is unknown or they have none.
    public var name: String?
    /// `nil` if nothing is known except that they wrote something.
    public var standing: Standing?
    /// Whether it is us.
    public var isOwn: Bool
    /// Whether the name could be mistaken for somebody else's. Follows from all names in the chat.
    public package(set) var isMisleading = false

    public init(id: UserID, name: String? = nil, standing: Standing? = nil, isOwn: Bool = false) {
        self.id = id
        self.name = name
        self.standing = standing
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
}

/// The id of a user, given by the network and unique there.
public typealias UserID = Identifier<ChatMember>
