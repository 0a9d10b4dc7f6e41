/// Somebody in a chat, as far as it is known.
public struct ChatMember: Hashable, Sendable {
    public var id: UserID
    /// What they call themselves in this chat, as they wrote it; `nil` if that is not known, or they have no name.
    public var name: String?
    /// `nil` for somebody of whom no more is known than that they wrote something.
    public var standing: Standing?
    /// Whether it is us.
    public var isOwn: Bool
    /// Whether the name could be taken for somebody else's. Follows from all names of the chat.
    public package(set) var isMisleading = false

    public init(id: UserID, name: String? = nil, standing: Standing? = nil, isOwn: Bool = false) {
        self.id = id
        self.name = name
        self.standing = standing
        self.isOwn = isOwn
    }

    /// How a member stands in a chat.
    public enum Standing: String, Hashable, Sendable, CaseIterable {
        case joined, invited
        /// They are not in the chat and have asked to be let in.
        case requested
        /// They were in the chat, or invited to it, and are no longer.
        case left
    }
}

/// The id of a user on the network: unique there, and given by it.
public typealias UserID = Identifier<ChatMember>
