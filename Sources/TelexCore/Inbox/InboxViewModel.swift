import Foundation

/// Messages of all chats that were stored since the previous page.
public struct InboxViewModel: ViewModel {
    public static let view = ViewName("inbox")
    public static var isStream: Bool { true }

    /// Where the next page starts; `nil` until it is known.
    public let cursor: InboxCursor?
    /// Why loading failed. The next message triggers a retry from the same cursor.
    public let errorText: String?
    public let messages: [Row]

    /// One message.
    public struct Row: Hashable, Sendable {
        /// The position after this message, to resume from.
        public let cursor: InboxCursor
        public let chat: ChatID
        /// The chat's title.
        public let title: String
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
        /// The message that it answers.
        public let replyTo: MessageID?
        /// What the sender did to the chat; set only for the kind `system`.
        public let change: ChatChange?
        public let attention: Attention
        public let date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public let dateText: String
        /// Sends a message to the chat; `nil` if nothing can be sent.
        public let answer: Action?
        /// Marks the chat as read; `nil` if nothing is unread, and for our own messages.
        public let markRead: Action?
        public let open: Action
    }
}
