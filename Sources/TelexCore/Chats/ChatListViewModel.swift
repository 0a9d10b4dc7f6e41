import Foundation

/// The list of chats: invitations, then pinned chats, then the others, most recent first, then archived ones.
public struct ChatListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("chatList")

    public package(set) var status = ViewStatus()
    /// The number of all chats; `chats` holds the first ones.
    public package(set) var totalCount: Int
    public package(set) var chats: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Retries loading after an error; `nil` if there was none.
    public package(set) var retry: Action?
    public package(set) var newChat: Action
    /// Searches for people as a name is typed.
    public package(set) var search: Action
    /// Searches for messages.
    public package(set) var searchMessages: Action
    /// These arrange a chat.
    public package(set) var pin: Action
    public package(set) var unpin: Action
    public package(set) var mute: Action
    public package(set) var unmute: Action
    public package(set) var archive: Action
    public package(set) var unarchive: Action
    public package(set) var markUnread: Action
    /// Whether others see what we read in chats without a setting of their own, and that we type.
    public package(set) var sendsReceipts: Bool
    /// These change that, in a chat.
    public package(set) var hideReceipts: Action
    public package(set) var sendReceipts: Action
    /// Opens the address book.
    public package(set) var openContacts: Action
    /// Opens the reminders.
    public package(set) var openReminders: Action

    public static let blank = ChatListViewModel(
        totalCount: 0, chats: [], newChat: .blank, search: .blank, searchMessages: .blank, pin: .blank, unpin: .blank,
        mute: .blank,
        unmute: .blank, archive: .blank, unarchive: .blank, markUnread: .blank, sendsReceipts: true,
        hideReceipts: .blank,
        sendReceipts: .blank, openContacts: .blank,
        openReminders: .blank)

    public var rows: [Shown<Row>] { chats }

    /// One chat.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var chat: ChatID
        public package(set) var title: String
        /// `nil` if the chat has no messages.
        public package(set) var lastMessage: LastMessage?
        /// The last message as one line of text; empty if there is none.
        public package(set) var previewText: String
        /// When the last message was sent: the time if today, then the day, then the date.
        public package(set) var dateText: String
        public package(set) var section: ChatSection
        public package(set) var unreadCount: Int
        /// How many of the unread messages mention us.
        public package(set) var mentionCount: Int
        /// Whether we have marked the chat as unread.
        public package(set) var isMarkedUnread: Bool
        /// `nil` if the chat is not muted.
        public package(set) var muted: ChatSettings.Mute?
        /// Whether and until when the chat is muted, as a few words; `nil` if it is not.
        public package(set) var muteText: String?
        /// Whether others see what we read in the chat, and that we type.
        public package(set) var sendsReceipts: Bool
        /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
        public package(set) var isEncrypted: Bool
        /// The chat that replaces this one; `nil` if there is none.
        public package(set) var successor: ChatID?
        /// The invitation or request to join, and the state of our answer, as a sentence; `nil` if we are a member.
        public package(set) var invitationText: String?
        /// What we have typed and not sent; `nil` if there is nothing.
        public package(set) var draftText: String?
        /// Opens the chat.
        public package(set) var open: Action
        /// Accepts the invitation; `nil` if there is none, or if an answer is pending.
        public package(set) var accept: Action?
        /// Declines the invitation or withdraws our request to join; `nil` if there is none, or if an answer is
        /// pending.
        public package(set) var decline: Action?
        /// Ignores who invites us; `nil` if nobody does, or it is unknown who.
        public package(set) var ignore: Action?

        public static let blank = Row(
            chat: "", title: "", previewText: "", dateText: "", section: .chats, unreadCount: 0, mentionCount: 0,
            isMarkedUnread: false, sendsReceipts: true, isEncrypted: false, open: .blank)

        public var id: String { chat.text }
    }

    /// The last message of a chat.
    public struct LastMessage: Hashable, Sendable {
        public package(set) var message: MessageID
        public package(set) var isOwn: Bool
        /// The sender; `nil` if the network does not say, or if the message was sent from here.
        public package(set) var sender: UserID?
        /// The sender's display name; `nil` for our own messages.
        public package(set) var senderName: String?
        public package(set) var kind: MessageKind
        /// The beginning of the text, on one line.
        public package(set) var excerpt: String
        public package(set) var date: Date

        public static let blank = LastMessage(message: "", isOwn: false, kind: .text, excerpt: "", date: .distantPast)
    }
}
