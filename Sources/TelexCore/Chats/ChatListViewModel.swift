/// The list of chats, the one with the latest message first.
public struct ChatListViewModel: ListViewModel {
    public static let view = ViewName.chatList

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// How many chats there are; `chats` holds the first of them.
    public let total: Int
    public let chats: [Row]
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

    public var rows: [Row] { chats }

    /// One chat.
    public struct Row: Identifiable, Hashable, Sendable {
        public let chat: ChatID
        public let contact: String
        /// The last message, on one line; empty when there is none.
        public let message: String
        /// When it came: the time today, then the day, then the date.
        public let lastMessageDate: String
        public let unreadMessageCount: Int
        /// Opens the chat.
        public let tapped: Action

        public var id: String { chat.text }
    }
}
