import Foundation
import TelexJSON

/// The list of chats: invitations, then pinned chats, then the others, most recent first, then archived ones.
public struct ChatListViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("chatList")

    public internal(set) var status = ViewStatus()
    /// The number of all chats; `chats` holds the first ones.
    public internal(set) var totalCount: Int
    public internal(set) var chats: [Shown<Row>]
    /// Show more rows.
    ///
    /// `nil` when all are shown.
    public internal(set) var loadMore: Action?
    /// Try again.
    ///
    /// Here, load the chats after an error; `nil` if there was none.
    public internal(set) var retry: Action?
    /// Open the form that starts a chat.
    public internal(set) var newChat: Action
    /// Searches for people as a name is typed.
    public internal(set) var search: Action
    /// Search for messages.
    public internal(set) var searchMessages: Action
    /// Pin the chat, or move it behind the other pinned chats.
    public internal(set) var pin: Action
    /// Unpin the chat.
    public internal(set) var unpin: Action
    /// Mute the chat until `dueText` or, if that is empty, indefinitely.
    public internal(set) var mute: Action
    /// Unmute the chat.
    public internal(set) var unmute: Action
    /// Archive the chat: move it to the end of the list until an unmuted message comes.
    public internal(set) var archive: Action
    /// Move the archived chat back into the list.
    public internal(set) var unarchive: Action
    /// Mark the chat as unread, until it is read.
    public internal(set) var markUnread: Action
    /// Whether others see what we read in chats without a setting of their own, and that we type.
    public internal(set) var sendsReceipts: Bool
    /// Tell others neither what we read in a chat, nor that we type.
    public internal(set) var hideReceipts: Action
    /// Tell others what we read in a chat, and that we type.
    public internal(set) var sendReceipts: Action
    /// Open the address book.
    public internal(set) var openContacts: Action
    /// Open the reminders.
    public internal(set) var openReminders: Action

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
        public internal(set) var chat: ChatID
        public internal(set) var title: String
        /// `nil` if the chat has no messages.
        public internal(set) var lastMessage: LastMessage?
        /// A message or a reminder on one line, with its sender's name where needed.
        ///
        /// Empty if there is none.
        public internal(set) var previewText: String
        /// When a message was sent, or a reminder was due.
        ///
        /// Here, of the last message: the time if today, then the day, then the date.
        public internal(set) var dateText: String
        /// The part of the list of chats: `invitations`, `pinned`, `chats` or `archived`.
        public internal(set) var section: ChatSection
        public internal(set) var unreadCount: Int
        /// How many of the unread messages mention us.
        public internal(set) var mentionCount: Int
        /// Whether we have marked the chat as unread.
        public internal(set) var isMarkedUnread: Bool
        /// `nil` if the chat is not muted.
        public internal(set) var muted: ChatSettings.Mute?
        /// Whether and until when a chat is muted; missing if it is not.
        public internal(set) var muteText: String?
        /// Whether others see what we read in the chat, and that we type.
        public internal(set) var sendsReceipts: Bool
        /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
        public internal(set) var isEncrypted: Bool
        /// The chat that replaces this one; `nil` if there is none.
        public internal(set) var successor: ChatID?
        /// Who invites us, and the state of our answer.
        ///
        /// `nil` if we are a member.
        public internal(set) var invitationText: String?
        /// What we have typed and not sent; `nil` if there is nothing.
        public internal(set) var draftText: String?
        /// Open the chat or list that the row is about.
        public internal(set) var open: Action
        /// Accept the invitation.
        ///
        /// `nil` if there is none, or if an answer is pending.
        public internal(set) var accept: Action?
        /// Decline the invitation.
        ///
        /// It also withdraws our request to join. `nil` if there is none, or if an answer is pending.
        public internal(set) var decline: Action?
        /// Ignore the person in all chats.
        ///
        /// `nil` if nobody does, or it is unknown who.
        public internal(set) var ignore: Action?

        public static let blank = Row(
            chat: "", title: "", previewText: "", dateText: "", section: .chats, unreadCount: 0, mentionCount: 0,
            isMarkedUnread: false, sendsReceipts: true, isEncrypted: false, open: .blank)

        public var id: String { chat.text }
    }

    /// The last message of a chat.
    public struct LastMessage: Hashable, Sendable {
        public internal(set) var message: MessageID
        public internal(set) var isOwn: Bool
        /// The sender; `nil` if the network does not say, or if the message was sent from here.
        public internal(set) var sender: UserID?
        /// The sender's display name; `nil` for our own messages.
        public internal(set) var senderName: String?
        public internal(set) var kind: MessageKind
        /// The first 120 characters of a message on one line, then `…` if there is more.
        public internal(set) var excerpt: String
        public internal(set) var date: Date

        public static let blank = LastMessage(message: "", isOwn: false, kind: .text, excerpt: "", date: .distantPast)
    }
}

extension ChatListViewModel: WireViewModel {
    public static let meaning =
        "The list of chats: invitations, then pinned chats, then the others, then archived ones."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "chats", &chats)
        try visitor.visit("sendsReceipts", &sendsReceipts)
        try visitor.visit(action: "loadMore", .sends("chat.listing"), &loadMore)
        try visitor.visit(action: "retry", .sends("chat.loading"), &retry)
        try visitor.visit(action: "newChat", .sends("screen.opening"), &newChat)
        try visitor.visit(action: "search", .sends("search.searching", blanks: [.query]), &search)
        try visitor.visit(
            action: "searchMessages", .sends("messageSearch.searching", blanks: [.query]), &searchMessages)
        try visitor.visit(action: "pin", .sends("chat.pinning", blanks: [.chatID]), &pin)
        try visitor.visit(action: "unpin", .sends("chat.unpinning", blanks: [.chatID]), &unpin)
        try visitor.visit(action: "mute", .sends("chat.muting", blanks: [.chatID, .dueText]), &mute)
        try visitor.visit(action: "unmute", .sends("chat.unmuting", blanks: [.chatID]), &unmute)
        try visitor.visit(action: "archive", .sends("chat.archiving", blanks: [.chatID]), &archive)
        try visitor.visit(action: "unarchive", .sends("chat.unarchiving", blanks: [.chatID]), &unarchive)
        try visitor.visit(action: "markUnread", .sends("chat.markingUnread", blanks: [.chatID]), &markUnread)
        try visitor.visit(action: "hideReceipts", .sends("chat.hidingReceipts", blanks: [.chatID]), &hideReceipts)
        try visitor.visit(action: "sendReceipts", .sends("chat.sendingReceipts", blanks: [.chatID]), &sendReceipts)
        try visitor.visit(action: "openContacts", .sends("screen.opening"), &openContacts)
        try visitor.visit(action: "openReminders", .sends("screen.opening"), &openReminders)
    }
}

extension ChatListViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "lastMessage", &lastMessage)
        try visitor.visit("previewText", &previewText)
        try visitor.visit("dateText", &dateText)
        try visitor.visit("section", &section)
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit("mentionCount", &mentionCount)
        try visitor.visit("isMarkedUnread", &isMarkedUnread)
        try visitor.visit(optional: "muted", &muted)
        try visitor.visit(optional: "muteText", &muteText)
        try visitor.visit("sendsReceipts", &sendsReceipts)
        try visitor.visit("isEncrypted", &isEncrypted)
        try visitor.visit(optional: "successorId", &successor)
        try visitor.visit(optional: "invitationText", &invitationText)
        try visitor.visit(optional: "draftText", &draftText)
        try visitor.visit(action: "open", .sends("screen.opening"), &open)
        try visitor.visit(action: "accept", .sends("invitation.accepting"), &accept)
        try visitor.visit(action: "decline", .sends("invitation.declining"), &decline)
        try visitor.visit(action: "ignore", .sends("member.ignoring"), &ignore)
    }
}

extension ChatListViewModel.LastMessage: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit(optional: "senderName", &senderName)
        try visitor.visit("kind", &kind)
        try visitor.visit("excerpt", &excerpt)
        try visitor.visit("date", &date)
    }
}
