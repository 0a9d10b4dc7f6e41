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
        /// The chat's title.
        public package(set) var title: String
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
        public package(set) var file: MessageFile?
        /// The message that it answers.
        public package(set) var replyTo: MessageID?
        /// What the sender did to the chat; set only for the kind `system`.
        public package(set) var change: ChatChange?
        public package(set) var attention: Attention
        /// Whether the chat is muted, and the message does not notify because of that.
        public package(set) var isMuted: Bool
        public package(set) var date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public package(set) var dateText: String
        /// Sends a message to the chat; `nil` if nothing can be sent.
        public package(set) var answer: Action?
        /// Marks the chat as read; `nil` if nothing is unread, and for our own messages.
        public package(set) var markRead: Action?
        public package(set) var open: Action

        public static let blank = Row(
            cursor: .start, chat: "", title: "", message: "", isOwn: false, senderName: "", kind: .text, text: "",
            attention: .normal, isMuted: false, date: .distantPast, dateText: "", open: .blank)
    }
}
