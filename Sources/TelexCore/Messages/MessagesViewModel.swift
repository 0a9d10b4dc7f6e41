import Foundation

/// The open chat.
public struct MessagesViewModel: ListViewModel {
    public static let view = ViewName("messages")

    public let chat: ChatID
    public let title: String
    /// Whether only its people, and not the server, can read it.
    public let isEncrypted: Bool
    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// Counts up each time that the input is to be wiped.
    public let inputRevision: Int
    /// Who is in a chat in which we have read nothing yet, by name and id; `nil` when that is said, or is not known.
    public let membersText: String?
    /// Who is typing, as a sentence; `nil` when nobody is.
    public let typingText: String?
    /// How many messages the chat holds; `messages` are at most 100 that stand one after the other, at first the last 50.
    public let totalCount: Int
    public let messages: [Shown<Row>]
    /// Says that messages are missing between these and older ones; `nil` when none are.
    public let gapText: String?
    /// Shows older messages; `nil` when the first are shown.
    public let older: Action?
    /// Shows newer messages; `nil` when the last are shown.
    public let newer: Action?
    /// Returns to the last messages; `nil` when they are shown.
    public let latest: Action?
    public let send: Action
    /// To be sent every few seconds while the user types.
    public let typing: Action
    /// Says that the messages have been seen; `nil` when nothing is unread.
    public let markRead: Action?
    /// Goes to the members of the chat; `nil` where there is no such chat.
    public let openMembers: Action?
    /// Goes to the chat that has taken the place of this one, and joins it first if need be; `nil` where none has.
    public let openSuccessor: Action?
    /// Goes to the form for a reminder that belongs to this chat.
    public let addReminder: Action
    public let close: Action

    public var rows: [Shown<Row>] { messages }

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public let message: MessageID
        public let isOwn: Bool
        /// Who wrote it; `nil` where the network does not tell, and for what was written here.
        public let sender: UserID?
        /// What the chat calls who wrote it, with the id where the name could mislead; or `You`.
        public let senderName: String
        public let kind: MessageKind
        /// The text; for `emote` and `system` it follows the sender's name.
        public let text: String
        /// What the sender did to the chat; only of the kind `system`.
        public let change: ChatChange?
        /// Whether it has said something else before.
        public let isEdited: Bool
        /// Whether it is about us.
        public let isMention: Bool
        public let date: Date
        /// The day it belongs to, as a separator names it.
        public let dayText: String
        /// The time; or, for one of ours that the server does not have, what is the matter with it.
        public let statusText: String
        public let state: State
        /// Why it could not be sent.
        public let reason: String?
        /// Sends a refused message again.
        public let retry: Action?
        /// Has a message of ours say something else.
        public let edit: Action?
        /// Takes a message of ours back.
        public let delete: Action?

        public var id: String { message.text }
    }

    /// How far a message has got.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is somebody else's.
        case received
        case sending, waiting, failed, sent, delivered, read
    }
}
