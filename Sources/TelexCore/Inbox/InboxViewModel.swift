import Foundation
import TelexJSON

/// Messages of all chats that were stored since the previous page, but for those of people whom we ignore.
public struct InboxViewModel: ViewModel {
    public static let view = ViewName("inbox")
    public static var isStream: Bool { true }

    /// Where the next page starts; `nil` until it is known.
    public internal(set) var cursor: InboxCursor?
    /// Why loading failed. The next message triggers a retry from the same cursor.
    public internal(set) var errorText: String?
    public internal(set) var messages: [Row]

    public static let blank = InboxViewModel(messages: [])

    /// One message.
    public struct Row: Hashable, Sendable {
        /// The position after this message, to resume from.
        public internal(set) var cursor: InboxCursor
        public internal(set) var chat: ChatID
        public internal(set) var title: String
        public internal(set) var message: MessageID
        public internal(set) var isOwn: Bool
        public internal(set) var sender: UserID?
        public internal(set) var senderName: String
        public internal(set) var program: String?
        public internal(set) var kind: MessageKind
        public internal(set) var text: String
        public internal(set) var spans: [TextSpan]?
        public internal(set) var file: MessageFile?
        public internal(set) var replyTo: MessageID?
        public internal(set) var change: ChatChange?
        public internal(set) var attention: Attention
        /// Whether a message does not notify because its chat is muted.
        public internal(set) var isMuted: Bool
        public internal(set) var date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public internal(set) var dateText: String
        /// Send a message to the chat.
        ///
        /// `nil` if nothing can be sent.
        public internal(set) var answer: Action?
        /// Mark all messages of the chat as read.
        ///
        /// `nil` if nothing is unread, and for our own messages.
        public internal(set) var markRead: Action?
        public internal(set) var open: Action

        public static let blank = Row(
            cursor: .start, chat: "", title: "", message: "", isOwn: false, senderName: "", kind: .text, text: "",
            attention: .normal, isMuted: false, date: .distantPast, dateText: "", open: .blank)
    }
}

extension InboxViewModel: WireViewModel {
    public static let meaning =
        "New messages of all chats. Each line has up to 50 messages, none of them repeated."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(nullable: "cursor", &cursor)
        try visitor.visit(optional: "errorText", &errorText)
        try visitor.visit("messages", &messages)
    }
}

extension InboxViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit("senderName", &senderName)
        try visitor.visit(optional: "program", &program)
        try visitor.visit("kind", &kind)
        try visitor.visit("text", &text)
        try visitor.visit(optional: "spans", &spans)
        try visitor.visit(optional: "file", &file)
        try visitor.visit(optional: "replyToId", &replyTo)
        try visitor.visit(optional: "change", &change)
        try visitor.visit("attention", &attention)
        try visitor.visit("isMuted", &isMuted)
        try visitor.visit("date", &date)
        try visitor.visit("dateText", &dateText)
        try visitor.visit(action: "answer", .sends("message.sending", blanks: [.text]), &answer)
        try visitor.visit(action: "markRead", .sends("message.reading"), &markRead)
        try visitor.visit(action: "open", .sends("screen.opening"), &open)
    }
}
