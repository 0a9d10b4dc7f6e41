/// Events of the members of chats.
public enum MemberEvent: Hashable, Sendable {
    /// The current names and memberships of these users.
    case synced(SyncedMembers)
    /// Show this many rows of the list.
    case listing(rows: Int)
}

/// Members of a chat, as the server has them.
public struct SyncedMembers: Hashable, Sendable {
    public var chat: ChatID
    public var members: [ChatMember]
    /// Whether all other members have left; otherwise they are unchanged.
    public var isComplete: Bool

    public init(chat: ChatID, members: [ChatMember], isComplete: Bool) {
        self.chat = chat
        self.members = members
        self.isComplete = isComplete
    }
}
