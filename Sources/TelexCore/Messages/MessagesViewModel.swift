import Foundation

/// The open chat.
public struct MessagesViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("messages")

    public package(set) var chat: ChatID
    public package(set) var title: String
    public package(set) var topic: String?
    public package(set) var isEncrypted: Bool
    public package(set) var status = ViewStatus()
    /// Increases each time the input field should be cleared.
    public package(set) var inputRevision: Int
    /// The members of a chat and their ids, until we have read something in it.
    ///
    /// `nil` after that, or if they are unknown.
    public package(set) var membersText: String?
    /// Who is typing.
    ///
    /// `nil` if nobody is.
    public package(set) var typingText: String?
    /// How many messages the chat holds. `messages` are up to 100 consecutive ones, initially the last 50.
    public package(set) var totalCount: Int
    public package(set) var messages: [Shown<Row>]
    /// The first message that was unread when the chat was opened, or that was not seen since, until we answer.
    ///
    /// `nil` if none was, or once we have answered.
    public package(set) var firstNew: MessageID?
    /// How many messages were unread when the chat was opened, or were not seen since, until we answer.
    ///
    /// `nil` if none were, or once we have answered.
    public package(set) var newCount: Int?
    /// What we have typed and not sent; `nil` if there is nothing.
    public package(set) var draftText: String?
    /// What was done at our wish and is not seen elsewhere, as a sentence; `nil` if nothing was since the chat opened.
    public package(set) var noticeText: String?
    /// Counts those sentences; `nil` before the first.
    public package(set) var noticeRevision: Int?
    /// Says that messages are missing before the oldest one shown; otherwise missing.
    public package(set) var gapText: String?
    /// Show older messages of the chat.
    ///
    /// `nil` when the first are shown.
    public package(set) var older: Action?
    /// Show newer messages of the chat.
    ///
    /// `nil` when the last are shown.
    public package(set) var newer: Action?
    /// Show the latest messages of the chat.
    ///
    /// `nil` when they are shown.
    public package(set) var latest: Action?
    /// Show the beginning of the chat, as far as it is stored here.
    ///
    /// `nil` when it is shown.
    public package(set) var first: Action?
    /// Show the first message that was unread when the chat was opened.
    ///
    /// `nil` when it is shown, or if there is none.
    public package(set) var firstUnread: Action?
    /// Send a message.
    ///
    /// `nil` if nothing can be sent to the chat.
    public package(set) var send: Action?
    /// Send a message that answers another.
    ///
    /// `nil` if nothing can be sent to the chat.
    public package(set) var reply: Action?
    /// Send a file, with a text about it, which may be empty.
    ///
    /// `nil` if nothing can be sent to the chat.
    public package(set) var sendFile: Action?
    /// React to a message, with an emoji or another text of up to 64 bytes.
    ///
    /// `nil` if nothing can be sent to the chat.
    public package(set) var react: Action?
    /// Report a message of somebody else to the operators of the server.
    ///
    /// `nil` where the server takes no reports.
    public package(set) var report: Action?
    /// Keep what is typed and not sent; an empty text removes it.
    ///
    /// To be sent once the text has not changed for a moment, and with an empty text when it is gone.
    public package(set) var draft: Action
    /// In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far.
    ///
    /// To be sent every few seconds while the user types; `nil` if nothing can be sent to the chat.
    public package(set) var typing: Action?
    /// Marks the chat as read; `nil` if nothing is unread.
    public package(set) var markRead: Action?
    /// Mark the messages that the user has seen as read, with the ids of the first and the last of them.
    ///
    /// `nil` if nothing is unread.
    public package(set) var seen: Action?
    /// Open the list of members.
    ///
    /// `nil` if the chat does not exist.
    public package(set) var openMembers: Action?
    /// Open the chat that replaced this one; join it first if necessary.
    ///
    /// `nil` if there is none.
    public package(set) var openSuccessor: Action?
    /// Open the form for a reminder in this chat.
    public package(set) var addReminder: Action
    public package(set) var close: Action

    public static let blank = MessagesViewModel(
        chat: "", title: "", isEncrypted: false, inputRevision: 0, totalCount: 0, messages: [], draft: .blank,
        addReminder: .blank, close: .blank)

    public var rows: [Shown<Row>] { messages }

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var message: MessageID
        public package(set) var isOwn: Bool
        public package(set) var sender: UserID?
        public package(set) var senderName: String
        public package(set) var program: String?
        public package(set) var kind: MessageKind
        public package(set) var text: String
        public package(set) var spans: [TextSpan]?
        public package(set) var file: File?
        public package(set) var change: ChatChange?
        public package(set) var isEdited: Bool
        /// Whether a message mentions us.
        public package(set) var isMention: Bool
        public package(set) var isIgnored: Bool
        public package(set) var date: Date
        /// The day of a message.
        public package(set) var dayText: String
        /// The time; for our messages that the server does not have, the delivery status or the error.
        public package(set) var statusText: String
        /// The state of a message: `received`, `sending`, `waiting`, `failed`, `sent`, `delivered`, `read` or
        /// `deleting`.
        public package(set) var state: State
        /// What a message answers; missing if it answers nothing in particular.
        public package(set) var replyTo: Reply?
        /// The reactions to it, the first key first; `nil` if there are none.
        public package(set) var reactions: [Reactions]?
        /// Why it could not be sent.
        public package(set) var reason: String?
        /// When it is sent again, if it waits although there is a connection.
        public package(set) var retryDate: Date?
        /// Retries a message that failed.
        public package(set) var retry: Action?
        /// Edits our message.
        public package(set) var edit: Action?
        /// Deletes our message.
        public package(set) var delete: Action?
        /// Undo the deletion of our message. Possible until the server has been asked.
        public package(set) var keep: Action?

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
        public package(set) var name: String
        public package(set) var mediaType: String
        public package(set) var byteCount: Int64?
        public package(set) var width: Int?
        public package(set) var height: Int?
        public package(set) var durationMs: Int64?
        /// The type, length and size of a file.
        public package(set) var fileText: String
        /// Where a file is: `remote` (on the server), `fetching`, `here` or `failed`.
        public package(set) var state: FileState
        /// The path of the file, which is to be read and not to be changed; `nil` if it is not here, or does not outlast the
        /// program.
        public package(set) var path: String?
        /// The path of the thumbnail of a file on this device; missing if it is not here.
        ///
        /// `nil` also if it does not outlast the program.
        public package(set) var thumbnailPath: String?
        /// Download a file.
        public package(set) var fetch: Action?
        /// Download the thumbnail of an image or a video; missing if there is none, or it is here.
        public package(set) var fetchThumbnail: Action?
        /// Copies the file to a place of the user, after downloading it if necessary.
        public package(set) var save: Action?

        public static let blank = File(name: "", mediaType: "", fileText: "", state: .remote)
    }

    /// What a message answers.
    public struct Reply: Hashable, Sendable {
        public package(set) var message: MessageID
        /// Where an answered message is: `here` (in the same chat), `elsewhere` (in another chat), `deleted` or
        /// `unknown` (not stored here).
        public package(set) var place: ReplyPlace
        /// The sender of the answered message; `nil` for us, and if it is unknown.
        public package(set) var sender: UserID?
        /// The sender's display name; `nil` if it is unknown.
        public package(set) var senderName: String?
        /// The answered message on one line, shortened.
        public package(set) var excerpt: String
        /// Whether the answer belongs to a thread.
        public package(set) var isThreaded: Bool
        /// Shows the answered message; `nil` if it is not stored here.
        public package(set) var open: Action?

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
        public package(set) var key: String
        /// How many people reacted with the key.
        public package(set) var count: Int
        /// Whether one of them is ours.
        public package(set) var isOwn: Bool
        /// Those who reacted, the first one first, 20 at most.
        public package(set) var people: [Person]
        /// Add our reaction with this key, or take it back.
        ///
        /// `nil` if that is not possible.
        public package(set) var toggle: Action?

        public static let blank = Reactions(key: "", count: 0, isOwn: false, people: [])

        /// Somebody who reacted.
        public struct Person: Hashable, Sendable {
            /// `nil` for us, and if the network does not say.
            public package(set) var user: UserID?
            public package(set) var name: String

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
