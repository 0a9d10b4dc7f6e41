import Foundation

/// The open chat.
public struct MessagesViewModel: ListViewModel, StatusShowing {
    public static let view = ViewName("messages")

    public package(set) var chat: ChatID
    public package(set) var title: String
    /// What the chat is about, on one line; `nil` if it has no topic.
    public package(set) var topic: String?
    /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
    public package(set) var isEncrypted: Bool
    public package(set) var status = ViewStatus()
    /// Increases each time the input must be cleared.
    public package(set) var inputRevision: Int
    /// The members by name and id, as a sentence, until we read something in the chat; `nil` after that, or if they are
    /// unknown.
    public package(set) var membersText: String?
    /// Who is typing, as a sentence; `nil` if nobody is.
    public package(set) var typingText: String?
    /// How many messages the chat holds. `messages` are up to 100 consecutive ones, initially the last 50.
    public package(set) var totalCount: Int
    public package(set) var messages: [Shown<Row>]
    /// The first of `messages` that was unread when the chat was opened; `nil` if none was, or once we have answered.
    public package(set) var firstNew: MessageID?
    /// How many messages were unread when the chat was opened; `nil` if none were, or once we have answered.
    public package(set) var newCount: Int?
    /// What we have typed and not sent; `nil` if there is nothing.
    public package(set) var draftText: String?
    /// What was done at our wish and is not seen elsewhere, as a sentence; `nil` if nothing was since the chat opened.
    public package(set) var noticeText: String?
    /// Counts those sentences; `nil` before the first.
    public package(set) var noticeRevision: Int?
    /// A notice that messages are missing between these and older ones; `nil` if none are.
    public package(set) var gapText: String?
    /// Shows older messages; `nil` when the first are shown.
    public package(set) var older: Action?
    /// Shows newer messages; `nil` when the last are shown.
    public package(set) var newer: Action?
    /// Returns to the last messages; `nil` when they are shown.
    public package(set) var latest: Action?
    /// Shows the beginning of the chat, as far as it is stored; `nil` when it is shown.
    public package(set) var first: Action?
    /// Shows the first message that was unread when the chat was opened; `nil` when it is shown, or if there is none.
    public package(set) var firstUnread: Action?
    /// Sends a text; `nil` if nothing can be sent to the chat.
    public package(set) var send: Action?
    /// Sends a text that answers a message; `nil` if nothing can be sent to the chat.
    public package(set) var reply: Action?
    /// Sends a file, with a text about it, which may be empty; `nil` if nothing can be sent to the chat.
    public package(set) var sendFile: Action?
    /// Reacts to a message; `nil` if nothing can be sent to the chat.
    public package(set) var react: Action?
    /// Reports a message of somebody else to the operators of the server; `nil` where the server takes no reports.
    public package(set) var report: Action?
    /// To be sent with what is typed, once it has not changed for a moment, and with an empty text when it is gone.
    public package(set) var draft: Action
    /// To be sent every few seconds while the user types; `nil` if nothing can be sent to the chat.
    public package(set) var typing: Action?
    /// Marks the chat as read; `nil` if nothing is unread.
    public package(set) var markRead: Action?
    /// To be sent with the first and the last of the messages that the user has seen, which marks them as read; `nil` if
    /// nothing is unread.
    public package(set) var seen: Action?
    /// Opens the list of members; `nil` if the chat does not exist.
    public package(set) var openMembers: Action?
    /// Opens the chat that replaces this one, and joins it first if necessary; `nil` if there is none.
    public package(set) var openSuccessor: Action?
    /// Opens the form for a reminder in this chat.
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
        /// The sender; `nil` if the network does not say, or if the message was sent from here.
        public package(set) var sender: UserID?
        /// The sender's display name, with the id if the name could mislead; `You` for our own messages,
        /// followed by the program in brackets if one sent it.
        public package(set) var senderName: String
        /// The program that sent our message; `nil` if a person did, or if it was not sent from this device.
        public package(set) var program: String?
        public package(set) var kind: MessageKind
        /// The text; for `emote` and `system` it follows the sender's name.
        public package(set) var text: String
        /// The formatted parts of the text, and those that mention somebody; `nil` if there are none.
        public package(set) var spans: [TextSpan]?
        /// The file that it brings; set only for the kind `file`, and the text then says something about it.
        public package(set) var file: File?
        /// What the sender did to the chat; set only for the kind `system`.
        public package(set) var change: ChatChange?
        /// Whether it was edited.
        public package(set) var isEdited: Bool
        /// Whether it mentions us.
        public package(set) var isMention: Bool
        /// Whether we ignore the sender, so that it is not to be shown.
        public package(set) var isIgnored: Bool
        public package(set) var date: Date
        /// The day, as a day separator shows it.
        public package(set) var dayText: String
        /// The time; for our messages that the server does not have, the delivery status or the error.
        public package(set) var statusText: String
        public package(set) var state: State
        /// What it answers; `nil` if nothing in particular.
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
        /// Undoes the deletion of our message, which has not been made yet.
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
        /// The media type that the sender gave it (RFC 6838).
        public package(set) var mediaType: String
        /// The length in bytes, as the sender told it; `nil` if unknown.
        public package(set) var byteCount: Int64?
        /// The size of an image or video in pixels; `nil` if unknown.
        public package(set) var width: Int?
        public package(set) var height: Int?
        /// How long a sound or video plays, in milliseconds; `nil` if unknown.
        public package(set) var durationMs: Int64?
        /// The type, the length and the size as a person reads them.
        public package(set) var fileText: String
        public package(set) var state: FileState
        /// The path of the file, which is to be read and not to be changed; `nil` if it is not here, or does not outlast the
        /// program.
        public package(set) var path: String?
        /// The path of its thumbnail; `nil` if it is not here, or does not outlast the program.
        public package(set) var thumbnailPath: String?
        /// Downloads the file.
        public package(set) var fetch: Action?
        /// Downloads its thumbnail; `nil` if there is none, or it is here.
        public package(set) var fetchThumbnail: Action?
        /// Copies the file to a place of the user, after downloading it if necessary.
        public package(set) var save: Action?

        public static let blank = File(name: "", mediaType: "", fileText: "", state: .remote)
    }

    /// What a message answers.
    public struct Reply: Hashable, Sendable {
        public package(set) var message: MessageID
        /// Where the answered message is.
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
        public package(set) var count: Int
        /// Whether one of them is ours.
        public package(set) var isOwn: Bool
        /// Who reacted, the first one first, 20 people at most.
        public package(set) var people: [Person]
        /// Adds our reaction with this key, or takes it back; `nil` if that is not possible.
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
