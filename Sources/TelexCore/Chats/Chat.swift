import Foundation

/// A chat as its line in the list knows it.
public struct Chat: Hashable, Sendable {
    public var id: ChatID
    /// The name of whom the chat is with; display text.
    public var contact: String
    public var last: LastMessage?
    /// How many messages the chat holds.
    public var total: Int
    /// The place of the last message that we have read; 0 when there is none.
    public var readUpTo: Int64
    /// How many messages from the other stand after `readUpTo`. The store derives it, and never writes it down.
    public var unread: Int
    /// How many of them are about us.
    public var mentions: Int
    /// What the server counts as unread among messages that are not here.
    public var unloaded: UnreadCount
    /// The place of the last gap, before which messages are missing; 0 when there is none.
    public var gap: Int64
    /// The last message from the other, and its place; `nil` and 0 when there is none.
    public var received: MessageID?
    public var receivedUpTo: Int64
    /// The last message that we have read, for as long as the server does not know that we have.
    public var untold: MessageID?
    /// Whether only its people, and not the server, can read it.
    public var isEncrypted: Bool
    /// Of a chat in which we are not yet: who wants us there.
    public var invitation: Invitation?

    /// All that is unread, here or only on the server.
    public var unreadInAll: UnreadCount {
        UnreadCount(messages: unread + unloaded.messages, mentions: mentions + unloaded.mentions)
    }

    public init(
        id: ChatID, contact: String, last: LastMessage? = nil, total: Int = 0, readUpTo: Int64 = 0, unread: Int = 0,
        mentions: Int = 0, unloaded: UnreadCount = UnreadCount(), gap: Int64 = 0, received: MessageID? = nil,
        receivedUpTo: Int64 = 0, untold: MessageID? = nil, isEncrypted: Bool = false, invitation: Invitation? = nil
    ) {
        self.id = id
        self.contact = contact
        self.last = last
        self.total = total
        self.readUpTo = readUpTo
        self.unread = unread
        self.mentions = mentions
        self.unloaded = unloaded
        self.gap = gap
        self.received = received
        self.receivedUpTo = receivedUpTo
        self.untold = untold
        self.isEncrypted = isEncrypted
        self.invitation = invitation
    }

    /// Counts a message that we have not read.
    mutating func count(_ message: Message) {
        if message.attention != .silent, message.kind != .deleted { unread += 1 }
        if message.attention == .mention, message.kind != .deleted { mentions += 1 }
    }

    /// Counts a message that we have not read, and of which the server has told before.
    mutating func reveal(_ message: Message) {
        let before = (unread, mentions)
        count(message)
        unloaded.messages = max(0, unloaded.messages - (unread - before.0))
        unloaded.mentions = max(0, unloaded.mentions - (mentions - before.1))
    }

    /// Notes that we have read up to a place, behind which so much of what is here is unread.
    mutating func read(upTo position: Int64, unread count: UnreadCount) {
        readUpTo = max(readUpTo, position)
        unread = count.messages
        mentions = count.mentions
        if gap <= readUpTo { unloaded = UnreadCount() }
    }

    /// The last message of a chat, as far as the list shows it.
    public struct LastMessage: Hashable, Sendable {
        public var message: MessageID
        public var position: Int64
        public var isOwn: Bool
        /// Who wrote it, where more than two are in the chat.
        public var author: String?
        public var kind: MessageKind
        public var text: String
        public var date: Date

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

        init(_ message: Message) {
            self.init(
                message: message.id, position: message.position, isOwn: message.isOwn, author: message.author,
                kind: message.kind, text: message.text, date: message.date)
        }

        /// The same message, with other words.
        func saying(_ text: String, _ kind: MessageKind) -> LastMessage {
            LastMessage(
                message: message, position: position, isOwn: isOwn, author: author, kind: kind, text: text, date: date)
        }
    }
}
