import Foundation

/// The list of chats: invitations, then pinned chats, then the others, most recent first, then archived ones.
public struct ChatListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("chatList")

    public package(set) var status = ViewStatus()
    /// The number of all chats; `chats` holds the first ones.
    public package(set) var totalCount: Int
    public package(set) var chats: [Shown<Row>]
    /// Show more rows.
    ///
    /// `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Try again.
    ///
    /// Here, load the chats after an error; `nil` if there was none.
    public package(set) var retry: Action?
    /// Open the form that starts a chat.
    public package(set) var newChat: Action
    /// Searches for people as a name is typed.
    public package(set) var search: Action
    /// Search for messages.
    public package(set) var searchMessages: Action
    /// Pin the chat, or move it behind the other pinned chats.
    public package(set) var pin: Action
    /// Unpin the chat.
    public package(set) var unpin: Action
    /// Mute the chat until `dueText` or, if that is empty, indefinitely.
    public package(set) var mute: Action
    /// Unmute the chat.
    public package(set) var unmute: Action
    /// Archive the chat: move it to the end of the list until an unmuted message comes.
    public package(set) var archive: Action
    /// Move the archived chat back into the list.
    public package(set) var unarchive: Action
    /// Mark the chat as unread, until it is read.
    public package(set) var markUnread: Action
    /// Whether others see what we read in chats without a setting of their own, and that we type.
    public package(set) var sendsReceipts: Bool
    /// Tell others neither what we read in a chat, nor that we type.
    public package(set) var hideReceipts: Action
    /// Tell others what we read in a chat, and that we type.
    public package(set) var sendReceipts: Action
    /// Open the address book.
    public package(set) var openContacts: Action
    /// Open the reminders.
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
        /// A message or a reminder on one line, with its sender's name where needed.
        ///
        /// Empty if there is none.
        public package(set) var previewText: String
        /// When a message was sent, or a reminder was due.
        ///
        /// Here, of the last message: the time if today, then the day, then the date.
        public package(set) var dateText: String
        /// The part of the list of chats: `invitations`, `pinned`, `chats` or `archived`.
        public package(set) var section: ChatSection
        public package(set) var unreadCount: Int
        /// How many of the unread messages mention us.
        public package(set) var mentionCount: Int
        /// Whether we have marked the chat as unread.
        public package(set) var isMarkedUnread: Bool
        /// `nil` if the chat is not muted.
        public package(set) var muted: ChatSettings.Mute?
        /// Whether and until when a chat is muted; missing if it is not.
        public package(set) var muteText: String?
        /// Whether others see what we read in the chat, and that we type.
        public package(set) var sendsReceipts: Bool
        /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
        public package(set) var isEncrypted: Bool
        /// The chat that replaces this one; `nil` if there is none.
        public package(set) var successor: ChatID?
        /// Who invites us, and the state of our answer.
        ///
        /// `nil` if we are a member.
        public package(set) var invitationText: String?
        /// What we have typed and not sent; `nil` if there is nothing.
        public package(set) var draftText: String?
        /// Open the chat or list that the row is about.
        public package(set) var open: Action
        /// Accept the invitation.
        ///
        /// `nil` if there is none, or if an answer is pending.
        public package(set) var accept: Action?
        /// Decline the invitation.
        ///
        /// It also withdraws our request to join. `nil` if there is none, or if an answer is pending.
        public package(set) var decline: Action?
        /// Ignore the person in all chats.
        ///
        /// `nil` if nobody does, or it is unknown who.
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
        /// The first 120 characters of a message on one line, then `…` if there is more.
        public package(set) var excerpt: String
        public package(set) var date: Date

        public static let blank = LastMessage(message: "", isOwn: false, kind: .text, excerpt: "", date: .distantPast)
    }
}
