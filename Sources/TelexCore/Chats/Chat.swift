import Foundation

/// A chat as its line in the list knows it.
public struct Chat: Hashable, Sendable {
    public let id: ChatID
    /// The name of whom the chat is with; display text.
    public var contact: String
    public var last: LastMessage?
    /// How many messages the chat holds.
    public var total: Int
    /// The place of the last message that we have read; 0 when there is none.
    public var readUpTo: Int64
    /// How many messages from the other stand after `readUpTo`. The store derives it, and never writes it down.
    public var unread: Int
    /// The last message from the other, and its place; `nil` and 0 when there is none.
    public var received: MessageID?
    public var receivedUpTo: Int64
    /// The last message that we have read, for as long as the server does not know that we have.
    public var untold: MessageID?

    public init(
        id: ChatID, contact: String, last: LastMessage? = nil, total: Int = 0, readUpTo: Int64 = 0, unread: Int = 0,
        received: MessageID? = nil, receivedUpTo: Int64 = 0, untold: MessageID? = nil
    ) {
        self.id = id
        self.contact = contact
        self.last = last
        self.total = total
        self.readUpTo = readUpTo
        self.unread = unread
        self.received = received
        self.receivedUpTo = receivedUpTo
        self.untold = untold
    }

    /// The last message of a chat, as far as the list shows it.
    public struct LastMessage: Hashable, Sendable {
        public let message: MessageID
        public let position: Int64
        public let isOwn: Bool
        /// Who wrote it, where more than two are in the chat.
        public let author: String?
        public let kind: MessageKind
        public let text: String
        public let date: Date

        public init(
            message: MessageID, position: Int64, isOwn: Bool, author: String? = nil, kind: MessageKind = .text,
            text: String, date: Date
        ) {
            self.message = message
            self.position = position
            self.isOwn = isOwn
            self.author = author
            self.kind = kind
            self.text = text
            self.date = date
        }

        /// The same message, with other words.
        func saying(_ text: String, _ kind: MessageKind) -> LastMessage {
            LastMessage(
                message: message, position: position, isOwn: isOwn, author: author, kind: kind, text: text, date: date)
        }
    }
}
