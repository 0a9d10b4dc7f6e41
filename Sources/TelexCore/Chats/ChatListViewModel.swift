import Foundation

/// The chat list, most recent first.
public struct ChatListViewModel: ListViewModel {
    public static let view = ViewName("chatList")

    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// The number of all chats; `chats` holds the first ones.
    public let totalCount: Int
    public let chats: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public let retry: Action?
    public let newChat: Action
    /// Searches for people as a name is typed.
    public let search: Action
    /// Opens the address book.
    public let openContacts: Action
    /// Opens the reminders.
    public let openReminders: Action

    public var rows: [Shown<Row>] { chats }

    /// One chat.
    public struct Row: Identifiable, Hashable, Sendable {
        public let chat: ChatID
        public let title: String
        /// `nil` if the chat has no messages.
        public let lastMessage: LastMessage?
        /// The last message as one line of text; empty if there is none.
        public let previewText: String
        /// When the last message was sent: the time if today, then the day, then the date.
        public let dateText: String
        public let unreadCount: Int
        /// How many of the unread messages mention us.
        public let mentionCount: Int
        /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
        public let isEncrypted: Bool
        /// The chat that replaces this one; `nil` if there is none.
        public let successor: ChatID?
        /// The invitation or request to join, and the state of our answer, as a sentence; `nil` if we are a member.
        public let invitationText: String?
        /// What we have typed and not sent; `nil` if there is nothing.
        public let draftText: String?
        /// Opens the chat.
        public let open: Action
        /// Accepts the invitation; `nil` if there is none, or if an answer is pending.
        public let accept: Action?
        /// Declines the invitation or withdraws our request to join; `nil` if there is none, or if an answer is
        /// pending.
        public let decline: Action?

        public var id: String { chat.text }
    }

    /// The last message of a chat.
    public struct LastMessage: Hashable, Sendable {
        public let message: MessageID
        public let isOwn: Bool
        /// The sender; `nil` if the network does not say, or if the message was sent from here.
        public let sender: UserID?
        /// The sender's display name; `nil` for our own messages.
        public let senderName: String?
        public let kind: MessageKind
        /// The beginning of the text, on one line.
        public let excerpt: String
        public let date: Date
    }
}
