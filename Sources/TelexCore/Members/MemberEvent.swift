/// Events of the members of chats.
public enum MemberEvent: Hashable, Sendable {
    /// The current names and memberships of these users. If the list is complete, all other members have left;
    /// otherwise they are unchanged.
    case synced(chat: ChatID, members: [ChatMember], isComplete: Bool)
    /// Show this many rows of the list.
    case listing(rows: Int)
}
