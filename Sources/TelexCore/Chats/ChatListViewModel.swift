/// The list of chats, the one with the latest message first.
public struct ChatListViewModel: ListViewModel {
    public static let view = ViewName("chatList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// How many chats there are; `chats` holds the first of them.
    public let total: Int
    public let chats: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    /// Loads the list again after an error.
    public let retry: Action?
    public let addChat: Action
    /// Looks for people as a name is typed.
    public let findPeople: Action
    /// Goes to the address book.
    public let contacts: Action
    /// Goes to the reminders.
    public let upcoming: Action

    public var rows: [Shown<Row>] { chats }

    /// One chat.
    public struct Row: Identifiable, Hashable, Sendable {
        public let chat: ChatID
        public let contact: String
        /// The last message, on one line; empty when there is none.
        public let message: String
        /// When it came: the time today, then the day, then the date.
        public let lastMessageDate: String
        public let unreadMessageCount: Int
        /// How many of the unread messages are about us.
        public let mentionCount: Int
        /// Whether only its people, and not the server, can read it.
        public let isEncrypted: Bool
        /// Who invites us, and what has become of our answer, as a sentence; `nil` for a chat in which we are.
        public let invitation: String?
        /// Opens the chat.
        public let tapped: Action
        /// Takes the invitation; `nil` where there is none, or it has been answered.
        public let accept: Action?
        /// Refuses the invitation.
        public let decline: Action?

        public var id: String { chat.text }
    }
}
