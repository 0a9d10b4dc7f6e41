import Foundation
import TelexJSON

/// The summary of a chat, as the store keeps it and the chat list shows it.
///
/// Its members are grouped by where they come from, and read as if they were its own: `chat.title`. The groups are boxed,
/// because a chat is copied often and changes in one of them.
@dynamicMemberLookup
public struct Chat: Hashable, Sendable {
    /// A chat; unique in a profile.
    public var id: ChatID
    @Boxed public var facts: Facts
    @Boxed public var own: Own
    @Boxed public var activity: Activity
    /// The known members of a chat.
    public var members: Members

    /// What the server says of a chat.
    public struct Facts: Hashable, Sendable {
        /// The display name of a chat.
        public var title: String
        /// What a chat is about, in views on one line; missing or empty for nothing.
        public var topic = ""
        /// Whether the chat is end-to-end encrypted.
        ///
        /// The server cannot read it.
        public var isEncrypted = false
        /// The chat that replaced this one. Nothing more can be sent to this one.
        public var successor: ChatID?
        /// How many members the server counts, known or not, including us.
        ///
        /// `nil` if it does not say.
        public var memberCount: Int?
        /// What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or
        /// with a member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
        public var rights: [ChatRight]?
    }

    /// What concerns us alone.
    public struct Own: Hashable, Sendable {
        /// How we have arranged a chat; other members do not see it.
        public var settings = ChatSettings()
        /// What the server has instead of our `settings` of a chat; missing if it has these.
        public var serverSettings: ChatSettings?
        /// The invitation to a chat that we have not joined.
        ///
        /// `nil` if we are a member.
        public var invitation: Invitation?
        /// What we have typed and not sent; in a list, as one line.
        ///
        /// Empty if there is nothing.
        public var draft = ""

        var section: ChatSection {
            if invitation?.isRequest == false { return .invitations }
            if settings.archiveKeeper != nil { return .archived }
            return settings.pinOrder == nil ? .chats : .pinned
        }

        /// Whether others see what we read here, and that we type.
        ///
        /// - Parameter byDefault: whether that is so in chats without a setting of their own.
        func sendsReceipts(byDefault: Bool) -> Bool { settings.sendsReceipts ?? byDefault }
    }

    /// What follows from the messages, and what we have read of them.
    public struct Activity: Hashable, Sendable {
        public var last: LastMessage?
        /// The highest position that a message of the chat has had, not counting `system` messages.
        ///
        /// It is an arrival number (see ``MessagePosition``), and orders the chat list.
        public var lastOrder: Int64 = 0
        /// The sort key of the chat in the list if only ignored people have written since. Otherwise missing:
        /// `lastOrder` is the sort key.
        public var heldOrder: Int64?
        /// How many items there are, shown or not.
        ///
        /// Here, the messages of the chat.
        public var total = 0
        /// The position up to which we have read.
        ///
        /// 0 if there is none.
        public var readUpTo: Int64 = 0
        /// How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction).
        ///
        /// Here, the received messages after `readUpTo`.
        public var unread = 0
        /// How many unread messages mention us.
        public var mentions = 0
        /// The counts of unread messages that only the server has.
        public var unloaded = UnreadCount()
        /// The position before which messages are missing; 0 for none.
        public var gap: Int64 = 0
        /// The last message of a chat from somebody else.
        ///
        /// `nil` if there is none.
        public var received: MessageID?
        /// The position of the last message from somebody else.
        ///
        /// 0 if there is none.
        public var receivedUpTo: Int64 = 0
        /// The last message that we read, kept until the server confirms it.
        public var unconfirmedRead: MessageID?

        /// All unread messages: those stored here and those only on the server.
        public var unreadInAll: UnreadCount {
            UnreadCount(messages: unread + unloaded.messages, mentions: mentions + unloaded.mentions)
        }

        /// The unread messages; `nil` if there are none.
        var news: News? { unreadInAll.messages > 0 ? News(after: readUpTo, count: unreadInAll.messages) : nil }

        /// Notes the arrival of a message.
        ///
        /// - Parameter moves: whether it moves the chat in the list.
        mutating func advance(to order: Int64, moves: Bool = true) {
            if !moves { heldOrder = heldOrder ?? lastOrder } else if order > lastOrder { heldOrder = nil }
            lastOrder = max(lastOrder, order)
        }

        /// Adds an unread message to the counts.
        mutating func count(_ content: MessageContent) {
            unread += content.unread.messages
            mentions += content.unread.mentions
        }

        /// Adds an unread message that the server has already counted as not loaded.
        mutating func reveal(_ content: MessageContent) {
            count(content)
            unloaded.messages = max(0, unloaded.messages - content.unread.messages)
            unloaded.mentions = max(0, unloaded.mentions - content.unread.mentions)
        }

        /// Adjusts the counts for an unread message whose content has changed.
        mutating func recount(_ content: MessageContent, before old: MessageContent) {
            unread = max(0, unread + content.unread.messages - old.unread.messages)
            mentions = max(0, mentions + content.unread.mentions - old.unread.mentions)
        }

        /// Whether no message before this one is unread, as far as is known.
        func hasSeen(allBefore message: KnownMessage) -> Bool {
            if message.position <= readUpTo { return true }
            return message.unreadFromHere >= unread && (unloaded.messages == 0 || gap <= readUpTo)
        }

        /// Marks messages up to a position as read; `count` is the unread count of the stored messages after it.
        mutating func read(upTo position: Int64, unread count: UnreadCount) {
            readUpTo = max(readUpTo, position)
            unread = count.messages
            mentions = count.mentions
            if gap <= readUpTo { unloaded = UnreadCount() }
        }
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Facts, Value>) -> Value {
        get { facts[keyPath: path] }
        set { facts[keyPath: path] = newValue }
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Own, Value>) -> Value {
        get { own[keyPath: path] }
        set { own[keyPath: path] = newValue }
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Activity, Value>) -> Value {
        get { activity[keyPath: path] }
        set { activity[keyPath: path] = newValue }
    }

    /// The place among the pinned chats, the lowest first; `nil` if the chat is not pinned.
    ///
    /// Two devices may give chats the same order. Their ids then decide, on all devices.
    var pinPlace: Int64? {
        let hash = id.text.utf8.reduce(0) { ($0 &* 31 &+ Int64($1)) & (1 << 20 - 1) }
        // A damaged store or an imported file may have any number.
        return own.settings.pinOrder.map { min(max(0, $0), ChatSettings.lastPin) << 20 + hash }
    }

    /// The sort key of the chat list, where the highest comes first.
    package var listOrder: Int64 {
        let place: Int64 =
            switch own.section {
            case .invitations, .chats, .archived:
                own.invitation?.position ?? activity.heldOrder ?? activity.lastOrder
            case .pinned: 1 << 52 - (pinPlace ?? 0)
            }
        return Int64(ChatSection.allCases.firstIndex(of: own.section)!) << 54 + place
    }

    /// The unread messages as the badge counts them.
    package var counted: BadgeCount {
        let all = activity.unreadInAll
        guard let mute = own.settings.muted else { return BadgeCount(all) }
        let mentions = mute.keepsMentions ? min(all.mentions, all.messages) : 0
        return BadgeCount(UnreadCount(messages: mentions, mentions: mentions), muted: all.messages - mentions)
    }

    public init(
        id: ChatID, title: String, last: LastMessage? = nil, lastOrder: Int64 = 0, total: Int = 0, readUpTo: Int64 = 0,
        unread: Int = 0,
        mentions: Int = 0, unloaded: UnreadCount = UnreadCount(), gap: Int64 = 0, received: MessageID? = nil,
        receivedUpTo: Int64 = 0, unconfirmedRead: MessageID? = nil, isEncrypted: Bool = false,
        successor: ChatID? = nil, members: Members = Members(), invitation: Invitation? = nil,
        draft: String = "", memberCount: Int? = nil, settings: ChatSettings = ChatSettings(),
        serverSettings: ChatSettings? = nil, heldOrder: Int64? = nil, rights: [ChatRight]? = nil, topic: String = ""
    ) {
        self.id = id
        self.members = members
        facts = Facts(
            title: title, topic: topic, isEncrypted: isEncrypted, successor: successor, memberCount: memberCount,
            rights: rights)
        own = Own(settings: settings, serverSettings: serverSettings, invitation: invitation, draft: draft)
        activity = Activity(
            last: last, lastOrder: lastOrder, heldOrder: heldOrder, total: total, readUpTo: readUpTo, unread: unread,
            mentions: mentions, unloaded: unloaded, gap: gap, received: received, receivedUpTo: receivedUpTo,
            unconfirmedRead: unconfirmedRead)
    }

    /// Learns the sender's name from a message.
    ///
    /// - Parameter isLate: whether the message is from the history; a known name then takes precedence.
    /// - Returns: whether the name is new.
    mutating func learnName(of message: Message, isLate: Bool = false) -> Bool {
        guard let sender = message.sender, let name = message.senderName, !message.isOwn else { return false }
        return members.learn(name, of: sender, isLate: isLate)
    }

    /// The last message of a chat, as the chat list shows it.
    @dynamicMemberLookup
    public struct LastMessage: Hashable, Sendable {
        /// A message; unique in its chat.
        public var message: MessageID
        /// A position in this store's order: of a message in its chat, of the first message after a gap, or of an
        /// invitation in the list of chats.
        public var position: Int64
        /// Whether a message is ours, or a member is us.
        public var isOwn: Bool
        @Boxed public var content: MessageContent
        /// When a message was sent; in a recording, when an event was read.
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
                message: message.id, position: message.position, isOwn: message.isOwn, content: message.content.summary,
                date: message.date)
        }

        @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<MessageContent, Value>) -> Value {
            get { content[keyPath: path] }
            set { content[keyPath: path] = newValue }
        }
    }
}

extension Chat: WireRecord {
    public static var blank: Chat { Chat(id: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &id)
        try visitor.visit("title", &facts.title)
        try visitor.visit("lastOrder", &activity.lastOrder, default: 0)
        try visitor.visit("readUpTo", &activity.readUpTo)
        try visitor.visit("unreadCount", &activity.unread)
        try visitor.visit("mentionCount", &activity.mentions, default: 0)
        try visitor.visit("unloaded", &activity.unloaded, default: UnreadCount())
        try visitor.visit("gapPosition", &activity.gap, default: 0)
        try visitor.visit("members", &members, default: Members())
        try visitDetails(&visitor)
    }

    /// Visits the members that have no column of their own in a store and cannot be derived from other tables.
    mutating func visitDetails<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("lastMessage", &activity.last)
        try visitor.visit("totalCount", &activity.total)
        try visitor.visit("receivedId", &activity.received)
        try visitor.visit("receivedUpTo", &activity.receivedUpTo, default: 0)
        try visitor.visit("untoldReadId", &activity.unconfirmedRead)
        try visitor.visit("isEncrypted", &facts.isEncrypted, default: false)
        try visitor.visit("successorId", &facts.successor)
        try visitor.visit("invitation", &own.invitation)
        try visitor.visit("draftText", &own.draft, default: "")
        try visitor.visit("memberCount", &facts.memberCount)
        try visitor.visit("settings", &own.settings, default: ChatSettings())
        try visitor.visit("serverSettings", &own.serverSettings)
        try visitor.visit("heldOrder", &activity.heldOrder)
        try visitor.visit("rights", &facts.rights)
        try visitor.visit("topic", &facts.topic, default: "")
    }
}

extension Chat.LastMessage: WireRecord {
    public static var blank: Chat.LastMessage {
        Chat.LastMessage(message: "", position: 0, isOwn: false, content: .blank, date: .distantPast)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("position", &position)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
        try visitor.visit("date", &date)
    }
}
