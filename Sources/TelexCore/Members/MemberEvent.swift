/// What happens to the members of chats.
public enum MemberEvent: Hashable, Sendable {
    /// These members of the chat are called so, and stand so, now. If the list is complete, the others have left; else it
    /// says nothing of them.
    case synced(chat: ChatID, members: [ChatMember], isComplete: Bool)
    /// Show this many rows of the list.
    case listing(rows: Int)
}
