import Foundation

/// The open chat.
public struct MessagesViewModel: ListViewModel {
    public static let view = ViewName("messages")

    public let chat: ChatID
    public let title: String
    /// Whether the chat is end-to-end encrypted, so that the server cannot read it.
    public let isEncrypted: Bool
    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the errors since the view opened, so that a repeated error is noticed; `nil` before the first.
    public let errorRevision: Int?
    /// Increases each time the input must be cleared.
    public let inputRevision: Int
    /// The members by name and id, as a sentence, until we read something in the chat; `nil` after that, or if they are
    /// unknown.
    public let membersText: String?
    /// Who is typing, as a sentence; `nil` if nobody is.
    public let typingText: String?
    /// How many messages the chat holds. `messages` are up to 100 consecutive ones, initially the last 50.
    public let totalCount: Int
    public let messages: [Shown<Row>]
    /// The first of `messages` that was unread when the chat was opened; `nil` if none was, or once we have answered.
    public let firstNew: MessageID?
    /// What we have typed and not sent; `nil` if there is nothing.
    public let draftText: String?
    /// A notice that messages are missing between these and older ones; `nil` if none are.
    public let gapText: String?
    /// Shows older messages; `nil` when the first are shown.
    public let older: Action?
    /// Shows newer messages; `nil` when the last are shown.
    public let newer: Action?
    /// Returns to the last messages; `nil` when they are shown.
    public let latest: Action?
    public let send: Action
    /// Sends a text that answers a message.
    public let reply: Action
    /// Reacts to a message.
    public let react: Action
    /// To be sent with what is typed, once it has not changed for a moment, and with an empty text when it is gone.
    public let draft: Action
    /// To be sent every few seconds while the user types.
    public let typing: Action
    /// Marks the chat as read; `nil` if nothing is unread.
    public let markRead: Action?
    /// Opens the list of members; `nil` if the chat does not exist.
    public let openMembers: Action?
    /// Opens the chat that replaces this one, and joins it first if necessary; `nil` if there is none.
    public let openSuccessor: Action?
    /// Opens the form for a reminder in this chat.
    public let addReminder: Action
    public let close: Action

    public var rows: [Shown<Row>] { messages }

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public let message: MessageID
        public let isOwn: Bool
        /// The sender; `nil` if the network does not say, or if the message was sent from here.
        public let sender: UserID?
        /// The sender's display name, with the id if the name could mislead; `You` for our own messages.
        public let senderName: String
        public let kind: MessageKind
        /// The text; for `emote` and `system` it follows the sender's name.
        public let text: String
        /// The formatted parts of the text, and those that mention somebody; `nil` if there are none.
        public let spans: [TextSpan]?
        /// What the sender did to the chat; set only for the kind `system`.
        public let change: ChatChange?
        /// Whether it was edited.
        public let isEdited: Bool
        /// Whether it mentions us.
        public let isMention: Bool
        public let date: Date
        /// The day, as a day separator shows it.
        public let dayText: String
        /// The time; for our messages that the server does not have, the delivery status or the error.
        public let statusText: String
        public let state: State
        /// What it answers; `nil` if nothing in particular.
        public let reply: Reply?
        /// The reactions to it, the first key first; `nil` if there are none.
        public let reactions: [Reactions]?
        /// Why it could not be sent.
        public let reason: String?
        /// Retries a message that failed.
        public let retry: Action?
        /// Edits our message.
        public let edit: Action?
        /// Deletes our message.
        public let delete: Action?
        /// Undoes the deletion of our message, which has not been made yet.
        public let keep: Action?

        public var id: String { message.text }
    }

    /// What a message answers.
    public struct Reply: Hashable, Sendable {
        public let message: MessageID
        /// Where the answered message is.
        public let place: ReplyPlace
        /// The sender of the answered message; `nil` for us, and if it is unknown.
        public let sender: UserID?
        /// The sender's display name; `nil` if it is unknown.
        public let senderName: String?
        /// The answered message on one line, shortened.
        public let excerpt: String
        /// Whether the answer belongs to a thread.
        public let isThreaded: Bool
        /// Shows the answered message; `nil` if it is not stored here.
        public let open: Action?
    }

    /// Where an answered message is.
    public enum ReplyPlace: String, Hashable, Sendable, CaseIterable {
        /// In the same chat.
        case here
        /// In another chat.
        case elsewhere
        /// It was deleted.
        case deleted
        /// It is not stored here.
        case unknown
    }

    /// The reactions to a message with one key.
    public struct Reactions: Hashable, Sendable {
        public let key: String
        public let count: Int
        /// Whether one of them is ours.
        public let isOwn: Bool
        /// Who reacted, the first one first, 20 people at most.
        public let people: [Person]
        /// Adds our reaction with this key, or takes it back; `nil` if that is not possible.
        public let toggle: Action?

        /// Somebody who reacted.
        public struct Person: Hashable, Sendable {
            /// `nil` for us, and if the network does not say.
            public let user: UserID?
            public let name: String
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
