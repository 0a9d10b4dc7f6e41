import Foundation

/// Messages of all chats that have come since the page before.
public struct InboxViewModel: ViewModel {
    public static let view = ViewName("inbox")
    public static var isStream: Bool { true }

    /// Where to go on after this page; `nil` until a place is known.
    public let cursor: InboxCursor?
    /// Why loading failed. The next message triggers a retry from the same cursor.
    public let errorText: String?
    public let messages: [Row]

    /// One message.
    public struct Row: Hashable, Sendable {
        public let chat: ChatID
        /// What the chat is called.
        public let title: String
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
        public let attention: Attention
        public let date: Date
        /// Writes to the chat; `nil` where nothing can be sent.
        public let answer: Action?
        /// Says that all of the chat has been seen; `nil` when nothing of it was unread.
        public let markRead: Action?
        public let open: Action
    }
}
