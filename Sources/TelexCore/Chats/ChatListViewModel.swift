import Foundation

/// The list of chats, the one with the latest message first.
public struct ChatListViewModel: ListViewModel {
    public static let view = ViewName("chatList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// How many chats there are; `chats` holds the first of them.
    public let totalCount: Int
    public let chats: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    /// Loads the list again after an error.
    public let retry: Action?
    public let newChat: Action
    /// Looks for people as a name is typed.
    public let search: Action
    /// Goes to the address book.
    public let openContacts: Action
    /// Goes to the reminders.
    public let openReminders: Action

    public var rows: [Shown<Row>] { chats }

    /// One chat.
    public struct Row: Identifiable, Hashable, Sendable {
        public let chat: ChatID
        public let title: String
        /// `nil` when there is none.
        public let lastMessage: LastMessage?
        /// The last message in words, on one line; empty when there is none.
        public let previewText: String
        /// When it came: the time today, then the day, then the date.
        public let dateText: String
        public let unreadCount: Int
        /// How many of the unread messages are about us.
        public let mentionCount: Int
        /// Whether only its people, and not the server, can read it.
        public let isEncrypted: Bool
        /// The chat that has taken the place of this one, if one has.
        public let successor: ChatID?
        /// Who invites us, and what has become of our answer, as a sentence; `nil` for a chat in which we are.
        public let invitationText: String?
        /// Opens the chat.
        public let open: Action
        /// Takes the invitation; `nil` where there is none, or it has been answered.
        public let accept: Action?
        /// Refuses the invitation.
        public let decline: Action?

        public var id: String { chat.text }
    }

    /// The last message of a chat.
    public struct LastMessage: Hashable, Sendable {
        public let message: MessageID
        public let isOwn: Bool
        /// Who wrote it; `nil` where the network does not tell, and for what was written here.
        public let sender: UserID?
        /// What the chat calls who wrote it; `nil` for us.
        public let senderName: String?
        public let kind: MessageKind
        /// The beginning of what it says, on one line.
        public let excerpt: String
        public let date: Date
    }
}
