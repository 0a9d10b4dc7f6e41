import Foundation
import TelexJSON

/// The open chat.
public struct MessagesViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("messages")

    public internal(set) var chat: ChatID
    public internal(set) var title: String
    public internal(set) var topic: String?
    public internal(set) var isEncrypted: Bool
    public internal(set) var status = ViewStatus()
    /// Increases each time the input field should be cleared.
    public internal(set) var inputRevision: Int
    /// The members of a chat and their ids, until we have read something in it.
    ///
    /// `nil` after that, or if they are unknown.
    public internal(set) var membersText: String?
    /// Who is typing.
    ///
    /// `nil` if nobody is.
    public internal(set) var typingText: String?
    /// How many messages the chat holds. `messages` are up to 100 consecutive ones, initially the last 50.
    public internal(set) var totalCount: Int
    public package(set) var messages: [Shown<Row>]
    /// The first message that was unread when the chat was opened, or that was not seen since, until we answer.
    ///
    /// `nil` if none was, or once we have answered.
    public internal(set) var firstNew: MessageID?
    /// How many messages were unread when the chat was opened, or were not seen since, until we answer.
    ///
    /// `nil` if none were, or once we have answered.
    public internal(set) var newCount: Int?
    /// What we have typed and not sent; `nil` if there is nothing.
    public internal(set) var draftText: String?
    /// What was done at our wish and is not seen elsewhere, as a sentence; `nil` if nothing was since the chat opened.
    public internal(set) var noticeText: String?
    /// Counts those sentences; `nil` before the first.
    public internal(set) var noticeRevision: Int?
    /// Says that messages are missing before the oldest one shown; otherwise missing.
    public internal(set) var gapText: String?
    /// Show older messages of the chat.
    ///
    /// `nil` when the first are shown.
    public package(set) var older: Action?
    /// Show newer messages of the chat.
    ///
    /// `nil` when the last are shown.
    public internal(set) var newer: Action?
    /// Show the latest messages of the chat.
    ///
    /// `nil` when they are shown.
    public internal(set) var latest: Action?
    /// Show the beginning of the chat, as far as it is stored here.
    ///
    /// `nil` when it is shown.
    public internal(set) var first: Action?
    /// Show the first message that was unread when the chat was opened.
    ///
    /// `nil` when it is shown, or if there is none.
    public internal(set) var firstUnread: Action?
    /// Send a message.
    ///
    /// `nil` if nothing can be sent to the chat.
    public internal(set) var send: Action?
    /// Send a message that answers another.
    ///
    /// `nil` if nothing can be sent to the chat.
    public internal(set) var reply: Action?
    /// Send a file, with a text about it, which may be empty.
    ///
    /// `nil` if nothing can be sent to the chat.
    public internal(set) var sendFile: Action?
    /// React to a message, with an emoji or another text of up to 64 bytes.
    ///
    /// `nil` if nothing can be sent to the chat.
    public internal(set) var react: Action?
    /// Report a message of somebody else to the operators of the server.
    ///
    /// `nil` where the server takes no reports.
    public internal(set) var report: Action?
    /// Keep what is typed and not sent; an empty text removes it.
    ///
    /// To be sent once the text has not changed for a moment, and with an empty text when it is gone.
    public internal(set) var draft: Action
    /// In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far.
    ///
    /// To be sent every few seconds while the user types; `nil` if nothing can be sent to the chat.
    public internal(set) var typing: Action?
    /// Marks the chat as read; `nil` if nothing is unread.
    public internal(set) var markRead: Action?
    /// Mark the messages that the user has seen as read, with the ids of the first and the last of them.
    ///
    /// `nil` if nothing is unread.
    public internal(set) var seen: Action?
    /// Open the list of members.
    ///
    /// `nil` if the chat does not exist.
    public internal(set) var openMembers: Action?
    /// Open the chat that replaced this one; join it first if necessary.
    ///
    /// `nil` if there is none.
    public internal(set) var openSuccessor: Action?
    /// Open the form for a reminder in this chat.
    public internal(set) var addReminder: Action
    public internal(set) var close: Action

    public static let blank = MessagesViewModel(
        chat: "", title: "", isEncrypted: false, inputRevision: 0, totalCount: 0, messages: [], draft: .blank,
        addReminder: .blank, close: .blank)

    public var rows: [Shown<Row>] { messages }

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var message: MessageID
        public internal(set) var isOwn: Bool
        public internal(set) var sender: UserID?
        public internal(set) var senderName: String
        public internal(set) var program: String?
        public internal(set) var kind: MessageKind
        public internal(set) var text: String
        public internal(set) var spans: [TextSpan]?
        public internal(set) var file: File?
        public internal(set) var change: ChatChange?
        public internal(set) var isEdited: Bool
        /// Whether a message mentions us.
        public internal(set) var isMention: Bool
        public internal(set) var isIgnored: Bool
        public internal(set) var date: Date
        /// The day of a message.
        public internal(set) var dayText: String
        /// The time; for our messages that the server does not have, the delivery status or the error.
        public internal(set) var statusText: String
        /// The state of a message: `received`, `sending`, `waiting`, `failed`, `sent`, `delivered`, `read` or
        /// `deleting`.
        public internal(set) var state: State
        /// What a message answers; missing if it answers nothing in particular.
        public internal(set) var replyTo: Reply?
        /// The reactions to it, the first key first; `nil` if there are none.
        public internal(set) var reactions: [Reactions]?
        /// Why it could not be sent.
        public internal(set) var reason: String?
        /// When it is sent again, if it waits although there is a connection.
        public internal(set) var retryDate: Date?
        /// Retries a message that failed.
        public internal(set) var retry: Action?
        /// Edits our message.
        public internal(set) var edit: Action?
        /// Deletes our message.
        public internal(set) var delete: Action?
        /// Undo the deletion of our message. Possible until the server has been asked.
        public internal(set) var keep: Action?

        public static let blank = Row(
            message: "", isOwn: false, senderName: "", kind: .text, text: "", isEdited: false, isMention: false,
            isIgnored: false,
            date: .distantPast, dayText: "", statusText: "", state: .received)

        public var id: String { message.text }

        /// Whether the server has placed it in the chat.
        public var isPlaced: Bool {
            switch state {
            case .received, .sent, .delivered, .read, .deleting: true
            case .sending, .waiting, .failed: false
            }
        }
    }

    /// The file that a message brings.
    public struct File: Hashable, Sendable {
        public internal(set) var name: String
        public internal(set) var mediaType: String
        public internal(set) var byteCount: Int64?
        public internal(set) var width: Int?
        public internal(set) var height: Int?
        public internal(set) var durationMs: Int64?
        /// The type, length and size of a file.
        public internal(set) var fileText: String
        /// Where a file is: `remote` (on the server), `fetching`, `here` or `failed`.
        public internal(set) var state: FileState
        /// The path of the file, which is to be read and not to be changed; `nil` if it is not here, or does not outlast the
        /// program.
        public internal(set) var path: String?
        /// The path of the thumbnail of a file on this device; missing if it is not here.
        ///
        /// `nil` also if it does not outlast the program.
        public internal(set) var thumbnailPath: String?
        /// Download a file.
        public internal(set) var fetch: Action?
        /// Download the thumbnail of an image or a video; missing if there is none, or it is here.
        public internal(set) var fetchThumbnail: Action?
        /// Copies the file to a place of the user, after downloading it if necessary.
        public internal(set) var save: Action?

        public static let blank = File(name: "", mediaType: "", fileText: "", state: .remote)
    }

    /// What a message answers.
    public struct Reply: Hashable, Sendable {
        public internal(set) var message: MessageID
        /// Where an answered message is: `here` (in the same chat), `elsewhere` (in another chat), `deleted` or
        /// `unknown` (not stored here).
        public internal(set) var place: ReplyPlace
        /// The sender of the answered message; `nil` for us, and if it is unknown.
        public internal(set) var sender: UserID?
        /// The sender's display name; `nil` if it is unknown.
        public internal(set) var senderName: String?
        /// The answered message on one line, shortened.
        public internal(set) var excerpt: String
        /// Whether the answer belongs to a thread.
        public internal(set) var isThreaded: Bool
        /// Shows the answered message; `nil` if it is not stored here.
        public internal(set) var open: Action?

        public static let blank = Reply(message: "", place: .unknown, excerpt: "", isThreaded: false)
    }

    /// Where an answered message is.
    public enum ReplyPlace: String, Hashable, Sendable, CaseIterable {
        /// In the same chat.
        case here
        /// In another chat.
        case elsewhere
        /// It was deleted.
        case deleted
        /// We ignore who wrote it.
        case ignored
        /// It is not stored here.
        case unknown
    }

    /// The reactions to a message with one key.
    public struct Reactions: Hashable, Sendable {
        public internal(set) var key: String
        /// How many people reacted with the key.
        public internal(set) var count: Int
        /// Whether one of them is ours.
        public internal(set) var isOwn: Bool
        /// Those who reacted, the first one first, 20 at most.
        public internal(set) var people: [Person]
        /// Add our reaction with this key, or remove it.
        ///
        /// `nil` if that is not possible.
        public internal(set) var toggle: Action?

        public static let blank = Reactions(key: "", count: 0, isOwn: false, people: [])

        /// Somebody who reacted.
        public struct Person: Hashable, Sendable {
            /// `nil` for us, and if the network does not say.
            public internal(set) var user: UserID?
            public internal(set) var name: String

            public static let blank = Person(name: "")
        }
    }

    /// The delivery state of a message.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It was sent by somebody else.
        case received
        case sending, waiting, failed, sent, delivered, read
        /// It is going to be deleted.
        case deleting
    }
}

extension MessagesViewModel: WireViewModel {
    public static let meaning = "The messages of the open chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "topic", &topic)
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("inputRevision", &inputRevision)
        try visitor.visit(nullable: "typingText", &typingText)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "messages", &messages)
        try visitor.visit("isEncrypted", &isEncrypted)
        try visitor.visit(optional: "membersText", &membersText)
        try visitor.visit(optional: "firstNewId", &firstNew)
        try visitor.visit(optional: "newCount", &newCount)
        try visitor.visit(optional: "draftText", &draftText)
        try visitor.visit(optional: "noticeText", &noticeText)
        try visitor.visit(optional: "noticeRevision", &noticeRevision)
        try visitor.visit(optional: "gapText", &gapText)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(action: "send", .sends("message.sending", blanks: [.text]), &send)
        try visitor.visit(action: "reply", .sends("message.sending", blanks: [.text, .replyTo]), &reply)
        try visitor.visit(action: "sendFile", .sends("message.sending", blanks: [.text, .path]), &sendFile)
        try visitor.visit(action: "react", .sends("reaction.adding", blanks: [.messageID, .key]), &react)
        try visitor.visit(action: "report", .sends("message.reporting", blanks: [.messageID, .reason]), &report)
        try visitor.visit(action: "draft", .sends("chat.drafting", blanks: [.text]), &draft)
        try visitor.visit(action: "typing", .sends("presence.typing"), &typing)
        try visitor.visit(action: "markRead", .sends("message.reading"), &markRead)
        try visitor.visit(action: "seen", .sends("message.showing", blanks: [.firstID, .lastID]), &seen)
        try visitor.visit(action: "older", .sends("history.loading"), &older)
        try visitor.visit(action: "newer", .sends("history.loading"), &newer)
        try visitor.visit(action: "latest", .sends("history.loading"), &latest)
        try visitor.visit(action: "first", .sends("history.loading"), &first)
        try visitor.visit(action: "firstUnread", .sends("history.loading"), &firstUnread)
        try visitor.visit(action: "openMembers", .sends("screen.opening"), &openMembers)
        try visitor.visit(
            action: "openSuccessor", .sends("chat.creating", "invitation.accepting", "screen.opening"), &openSuccessor)
        try visitor.visit(action: "addReminder", .sends("screen.opening"), &addReminder)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension MessagesViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit("senderName", &senderName)
        try visitor.visit(optional: "program", &program)
        try visitor.visit("kind", &kind)
        try visitor.visit("text", &text)
        try visitor.visit(optional: "spans", &spans)
        try visitor.visit(optional: "file", &file)
        try visitor.visit(optional: "change", &change)
        try visitor.visit("isEdited", &isEdited)
        try visitor.visit("isMention", &isMention)
        try visitor.visit("isIgnored", &isIgnored)
        try visitor.visit("date", &date)
        try visitor.visit("dayText", &dayText)
        try visitor.visit("statusText", &statusText)
        try visitor.visit("state", &state)
        try visitor.visit(optional: "replyTo", &replyTo)
        try visitor.visit(optional: "reactions", &reactions)
        try visitor.visit(optional: "reason", &reason)
        try visitor.visit(optional: "retryDate", &retryDate)
        try visitor.visit(action: "retry", .sends("outbox.retrying"), &retry)
        try visitor.visit(action: "edit", .sends("revision.editing", blanks: [.text]), &edit)
        try visitor.visit(action: "delete", .sends("revision.deleting"), &delete)
        try visitor.visit(action: "keep", .sends("revision.keeping"), &keep)
    }
}

extension MessagesViewModel.State: WireWord {}

extension MessagesViewModel.File: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileName", &name)
        try visitor.visit("mediaType", &mediaType)
        try visitor.visit(optional: "byteCount", &byteCount)
        try visitor.visit(optional: "width", &width)
        try visitor.visit(optional: "height", &height)
        try visitor.visit(optional: "durationMs", &durationMs)
        try visitor.visit("fileText", &fileText)
        try visitor.visit("fileState", &state)
        try visitor.visit(optional: "filePath", &path)
        try visitor.visit(optional: "thumbnailPath", &thumbnailPath)
        try visitor.visit(action: "fetch", .sends("file.fetching"), &fetch)
        try visitor.visit(action: "fetchThumbnail", .sends("file.fetchingThumbnail"), &fetchThumbnail)
        try visitor.visit(action: "save", .sends("file.saving", blanks: [.path]), &save)
    }
}

extension MessagesViewModel.ReplyPlace: WireWord {}

extension MessagesViewModel.Reply: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("place", &place)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit(optional: "senderName", &senderName)
        try visitor.visit("excerpt", &excerpt)
        try visitor.visit("isThreaded", &isThreaded)
        try visitor.visit(action: "open", .sends("history.seeking", "screen.opening"), &open)
    }
}

extension MessagesViewModel.Reactions: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("key", &key)
        try visitor.visit("reactionCount", &count)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit("people", &people)
        try visitor.visit(action: "toggle", .sends("reaction.adding", "reaction.removing"), &toggle)
    }
}

extension MessagesViewModel.Reactions.Person: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(optional: "userId", &user)
        try visitor.visit("name", &name)
    }
}
