import Foundation

/// A chat as its line in the list knows it.
public struct Chat: Hashable, Sendable {
    public var id: ChatID
    /// The name of whom the chat is with; display text.
    public var title: String
    public var last: LastMessage?
    /// When something last came, or was sent: the highest place that a message of the chat has had which is not of the kind
    /// `system`, counted as they came.
    public var lastOrder: Int64
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
    /// The chat that has taken the place of this one, if one has: nothing can be sent here any more.
    public var successor: ChatID?
    /// Who is in it, as far as it is known.
    public var members: Members
    /// Of a chat in which we are not yet: who wants us there.
    public var invitation: Invitation?

    /// Where it stands in the list: behind the chats in which something came later.
    package var recency: Int64 { invitation?.position ?? lastOrder }

    /// All that is unread, here or only on the server.
    public var unreadInAll: UnreadCount {
        UnreadCount(messages: unread + unloaded.messages, mentions: mentions + unloaded.mentions)
    }

    public init(
        id: ChatID, title: String, last: LastMessage? = nil, lastOrder: Int64 = 0, total: Int = 0, readUpTo: Int64 = 0,
        unread: Int = 0,
        mentions: Int = 0, unloaded: UnreadCount = UnreadCount(), gap: Int64 = 0, received: MessageID? = nil,
        receivedUpTo: Int64 = 0, untold: MessageID? = nil, isEncrypted: Bool = false,
        successor: ChatID? = nil, members: Members = Members(), invitation: Invitation? = nil
    ) {
        self.id = id
        self.title = title
        self.last = last
        self.lastOrder = lastOrder
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
        self.successor = successor
        self.members = members
        self.invitation = invitation
    }

    /// Takes in what the sender of a message is called.
    ///
    /// - Parameter isLate: whether the message is of long ago.
    /// - Returns: whether that is new.
    mutating func learnName(of message: Message, isLate: Bool = false) -> Bool {
        guard let sender = message.sender, let name = message.senderName, !message.isOwn else { return false }
        return members.learn(name, of: sender, isLate: isLate)
    }

    /// Counts a message that we have not read.
    mutating func count(_ content: MessageContent) {
        unread += content.unread.messages
        mentions += content.unread.mentions
    }

    /// Counts a message that we have not read, and of which the server has told before.
    mutating func reveal(_ content: MessageContent) {
        count(content)
        unloaded.messages = max(0, unloaded.messages - content.unread.messages)
        unloaded.mentions = max(0, unloaded.mentions - content.unread.mentions)
    }

    /// Counts a message that we have not read, and that said something else when it was counted.
    mutating func recount(_ content: MessageContent, before old: MessageContent) {
        unread = max(0, unread + content.unread.messages - old.unread.messages)
        mentions = max(0, mentions + content.unread.mentions - old.unread.mentions)
    }

    /// Notes that we have read up to a place, behind which so much of what is here is unread.
    mutating func read(upTo position: Int64, unread count: UnreadCount) {
        readUpTo = max(readUpTo, position)
        unread = count.messages
        mentions = count.mentions
        if gap <= readUpTo { unloaded = UnreadCount() }
    }

    /// The last message of a chat, as far as the list shows it.
    @dynamicMemberLookup
    public struct LastMessage: Hashable, Sendable {
        public var message: MessageID
        public var position: Int64
        public var isOwn: Bool
        public var content: MessageContent
        public var date: Date

        public init(message: MessageID, position: Int64, isOwn: Bool, content: MessageContent, date: Date) {
            self.message = message
            self.position = position
            self.isOwn = isOwn
            self.content = content
            self.date = date
        }

        package init(_ message: Message) {
            self.init(
                message: message.id, position: message.position, isOwn: message.isOwn, content: message.content.kept,
                date: message.date)
        }

        @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<MessageContent, Value>) -> Value {
            get { content[keyPath: path] }
            set { content[keyPath: path] = newValue }
        }
    }
}
