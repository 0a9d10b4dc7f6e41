import Foundation

/// Messages of all chats that were stored since the previous page, but for those of people whom we ignore.
public struct InboxViewModel: ViewModel {
    public static let view = ViewName("inbox")
    public static var isStream: Bool { true }

    /// Where the next page starts; `nil` until it is known.
    public package(set) var cursor: InboxCursor?
    /// Why loading failed. The next message triggers a retry from the same cursor.
    public package(set) var errorText: String?
    public package(set) var messages: [Row]

    public static let blank = InboxViewModel(messages: [])

    /// One message.
    public struct Row: Hashable, Sendable {
        /// The position after this message, to resume from.
        public package(set) var cursor: InboxCursor
        public package(set) var chat: ChatID
        public package(set) var title: String
        public package(set) var message: MessageID
        public package(set) var isOwn: Bool
        public package(set) var sender: UserID?
        public package(set) var senderName: String
        public package(set) var program: String?
        public package(set) var kind: MessageKind
        public package(set) var text: String
        public package(set) var spans: [TextSpan]?
        public package(set) var file: MessageFile?
        public package(set) var replyTo: MessageID?
        public package(set) var change: ChatChange?
        public package(set) var attention: Attention
        /// Whether a message does not notify because its chat is muted.
        public package(set) var isMuted: Bool
        public package(set) var date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public package(set) var dateText: String
        /// Send a message to the chat.
        ///
        /// `nil` if nothing can be sent.
        public package(set) var answer: Action?
        /// Mark all messages of the chat as read.
        ///
        /// `nil` if nothing is unread, and for our own messages.
        public package(set) var markRead: Action?
        public package(set) var open: Action

        public static let blank = Row(
            cursor: .start, chat: "", title: "", message: "", isOwn: false, senderName: "", kind: .text, text: "",
            attention: .normal, isMuted: false, date: .distantPast, dateText: "", open: .blank)
    }
}
