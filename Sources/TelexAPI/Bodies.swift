import TelexJSON

/// The body of `login`.
package struct LoginRequest: Record, Hashable {
    package var invitation: String
    package init(invitation: String) { self.invitation = invitation }

    package static var blank: LoginRequest { LoginRequest(invitation: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("invitation", &invitation)
    }
}

/// The answer to `login`.
package struct LoginAnswer: Record, Hashable {
    package var token: String
    package var user: String
    package var name: String

    package init(token: String, user: String, name: String) {
        self.token = token
        self.user = user
        self.name = name
    }

    package static var blank: LoginAnswer { LoginAnswer(token: "", user: "", name: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("token", &token)
        try visitor.visit("userId", &user)
        try visitor.visit("name", &name)
    }
}

/// The answer to `chats`.
package struct ChatPage: Record, Hashable {
    package var chats: [ChatInfo]
    /// The event after which the next page starts.
    package var cursor: Int64
    /// Whether more chats have changed.
    package var more: Bool
    /// The last event that changed a message in any of the asker's chats; `nil` if none did.
    package var revised: Int64?
    /// The server's current run. If it has changed, the file may have been restored: fetch all chats again.
    package var run: Int64?
    /// The user names of all people that the user ignores. Only on the last page.
    package var ignored: [String]?

    package init(
        chats: [ChatInfo], cursor: Int64, more: Bool, revised: Int64? = nil, run: Int64? = nil, ignored: [String]? = nil
    ) {
        self.ignored = ignored
        self.run = run
        self.chats = chats
        self.cursor = cursor
        self.more = more
        self.revised = revised
    }

    package static var blank: ChatPage { ChatPage(chats: [], cursor: 0, more: false) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chats", &chats)
        try visitor.visit("cursor", &cursor.wide)
        try visitor.visit("hasMore", &more)
        try visitor.visit("revisedNumber", &revised.wide)
        try visitor.visit("run", &run.wide)
        try visitor.visit("ignoredIds", &ignored)
    }
}

/// The body of `createChat`.
package struct CreateChatRequest: Record, Hashable {
    /// A user name or a display name, ignoring case and accents.
    package var recipient: String
    package init(recipient: String) { self.recipient = recipient }

    package static var blank: CreateChatRequest { CreateChatRequest(recipient: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipient", &recipient)
    }
}

/// The body of `createGroup`.
package struct CreateGroupRequest: Record, Hashable {
    /// The people to invite, each by user name or display name, ignoring case and accents.
    package var people: [String]
    /// The name of the group. By default, it consists of all people's names, the creator's first.
    package var name: String?

    package init(people: [String], name: String? = nil) {
        self.people = people
        self.name = name
    }

    package static var blank: CreateGroupRequest { CreateGroupRequest(people: []) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipients", &people)
        try visitor.visit("title", &name)
    }
}

/// The body of `setTitle`.
package struct TitleRequest: Record, Hashable {
    package var title: String
    package init(title: String) { self.title = title }

    package static var blank: TitleRequest { TitleRequest(title: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("title", &title)
    }
}

/// The body of `setTopic`.
package struct TopicRequest: Record, Hashable {
    /// Empty to remove the topic.
    package var topic: String
    package init(topic: String) { self.topic = topic }

    package static var blank: TopicRequest { TopicRequest(topic: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("topic", &topic)
    }
}

/// How a person has arranged a chat, for all their devices. Others do not see it.
package struct ChatSettingsInfo: Record, Hashable {
    /// The place among the pinned chats, the lowest first: 0 to `Limits.lastPin`; `nil` if the chat is not pinned.
    package var pinOrder: Int64?
    /// `nil` if the chat is not muted.
    package var muted: Mute?
    /// Whether the chat is archived. A message ends that, unless the chat is muted.
    package var isArchived: Bool
    /// Whether the person has marked the chat as unread.
    package var isMarkedUnread: Bool
    /// Whether the person's clients tell others what they read and that they type; `nil` if the chat has no setting of its
    /// own. The server keeps it, and does nothing about it.
    package var sendsReceipts: Bool?

    package struct Mute: Record, Hashable {
        /// When it ends, in milliseconds since 1970; `nil` for never. The server keeps it, and does not end it.
        package var until: Int64?
        /// Whether messages that mention the person notify nevertheless.
        package var keepsMentions: Bool

        package init(until: Int64?, keepsMentions: Bool) {
            self.until = until
            self.keepsMentions = keepsMentions
        }

        package static var blank: Mute { Mute(until: nil, keepsMentions: false) }
        package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("mutedUntil", &until.wide)
            try visitor.visit("keepsMentions", &keepsMentions)
        }
    }

    package init(
        pinOrder: Int64? = nil, muted: Mute? = nil, isArchived: Bool = false, isMarkedUnread: Bool = false,
        sendsReceipts: Bool? = nil
    ) {
        self.pinOrder = pinOrder
        self.muted = muted
        self.isArchived = isArchived
        self.isMarkedUnread = isMarkedUnread
        self.sendsReceipts = sendsReceipts
    }

    package static var blank: ChatSettingsInfo { ChatSettingsInfo() }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("pinOrder", &pinOrder.wide)
        try visitor.visit("muted", &muted)
        try visitor.visit("isArchived", &isArchived)
        try visitor.visit("isMarkedUnread", &isMarkedUnread)
        try visitor.visit("sendsReceipts", &sendsReceipts)
    }
}

/// The body of `configure`.
package struct SettingsRequest: Record, Hashable {
    package var settings: ChatSettingsInfo
    /// The members to change, by their names; `nil` for all of them. The others stay as they are, so that devices that change
    /// different ones at a time do not undo each other's changes.
    package var changes: [String]?

    package init(settings: ChatSettingsInfo, changes: [String]? = nil) {
        self.settings = settings
        self.changes = changes
    }

    package static var blank: SettingsRequest { SettingsRequest(settings: .blank) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try settings.visit(&visitor)
        try visitor.visit("changes", &changes)
    }
}

extension ChatSettingsInfo {
    /// A member, by its name.
    package enum Change: String, CaseIterable { case pinOrder, muted, isArchived, isMarkedUnread, sendsReceipts }

    /// Takes a member of other settings.
    package mutating func take(_ change: Change, of other: ChatSettingsInfo) {
        switch change {
        case .pinOrder: pinOrder = other.pinOrder
        case .muted: muted = other.muted
        case .isArchived: isArchived = other.isArchived
        case .isMarkedUnread: isMarkedUnread = other.isMarkedUnread
        case .sendsReceipts: sendsReceipts = other.sendsReceipts
        }
    }
}

/// The people that a user ignores, as sent to that user alone.
package struct IgnoredInfo: Record, Hashable {
    /// Their user names, sorted.
    package var users: [String]

    package init(users: [String]) { self.users = users }

    package static var blank: IgnoredInfo { IgnoredInfo(users: []) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("ignoredIds", &users)
    }
}

/// The body of `invite`.
package struct InviteRequest: Record, Hashable {
    /// The people to invite, each by user name or display name, ignoring case and accents.
    package var people: [String]
    package init(people: [String]) { self.people = people }

    package static var blank: InviteRequest { InviteRequest(people: []) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipients", &people)
    }
}

/// The body of `setRole`.
package struct RoleRequest: Record, Hashable {
    package var isAdmin: Bool
    package init(isAdmin: Bool) { self.isAdmin = isAdmin }

    package static var blank: RoleRequest { RoleRequest(isAdmin: false) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("isAdmin", &isAdmin)
    }
}

/// The answer to `messages`.
package struct MessagePage: Record, Hashable {
    /// The messages, in ascending order.
    package var messages: [MessageInfo]
    /// Whether there are more messages in the requested direction.
    package var more: Bool

    package init(messages: [MessageInfo], more: Bool) {
        self.messages = messages
        self.more = more
    }

    package static var blank: MessagePage { MessagePage(messages: [], more: false) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messages", &messages)
        try visitor.visit("hasMore", &more)
    }
}

/// The body of `post`.
package struct PostRequest: Record, Hashable {
    /// The sender's id for the message. Posting with the same id again does not create another message.
    package var id: String
    package var text: String
    /// `text`, `emote` or `notice`; `nil` means `text`. It is `text` with a file.
    package var kind: String?
    /// The id of the message of the chat that it answers.
    package var replyTo: String?
    package var spans: [SpanInfo]?
    /// The file that it brings. The text is its caption then, and may be empty.
    package var file: PostedFile?

    package init(
        id: String, text: String, kind: String? = nil, replyTo: String? = nil, spans: [SpanInfo]? = nil,
        file: PostedFile? = nil
    ) {
        self.file = file
        self.spans = spans
        self.id = id
        self.text = text
        self.kind = kind
        self.replyTo = replyTo
    }

    package static var blank: PostRequest { PostRequest(id: "", text: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("transactionId", &id)
        try visitor.visit("text", &text)
        try visitor.visit("kind", &kind)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("spans", &spans)
        try visitor.visit("file", &file)
    }

    /// The kinds of messages that can be posted.
    package static let kinds = ["text", "emote", "notice"]

    /// Whether a text is a valid id: 1 to `Limits.longestID` bytes, without `/` and control characters.
    package static func isID(_ text: some StringProtocol) -> Bool {
        (1...Limits.longestID).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0 == "/" || $0.isControl }
    }
}

/// The body of `edit`.
package struct EditRequest: Record, Hashable {
    /// The new text.
    package var text: String
    package var spans: [SpanInfo]?

    package init(text: String, spans: [SpanInfo]? = nil) {
        self.text = text
        self.spans = spans
    }

    package static var blank: EditRequest { EditRequest(text: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("text", &text)
        try visitor.visit("spans", &spans)
    }
}

/// The answer to `revisions`.
package struct RevisionPage: Record, Hashable {
    /// The changed messages in their current state, in the order of their last changes.
    package var messages: [MessageInfo]
    /// The event after which the next page starts.
    package var cursor: Int64
    /// Whether more messages have changed.
    package var more: Bool

    package init(messages: [MessageInfo], cursor: Int64, more: Bool) {
        self.messages = messages
        self.cursor = cursor
        self.more = more
    }

    package static var blank: RevisionPage { RevisionPage(messages: [], cursor: 0, more: false) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messages", &messages)
        try visitor.visit("cursor", &cursor.wide)
        try visitor.visit("hasMore", &more)
    }
}

/// The body of `mark`: the ids of the last messages read and received.
package struct MarkRequest: Record, Hashable {
    package var read: String?
    package var delivered: String?
    /// Whether only the person's own devices learn of it; then `read` is needed, and `delivered` is ignored.
    package var isPrivate: Bool?

    package init(read: String? = nil, delivered: String? = nil, isPrivate: Bool? = nil) {
        self.read = read
        self.delivered = delivered
        self.isPrivate = isPrivate
    }

    package static var blank: MarkRequest { MarkRequest() }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("readId", &read)
        try visitor.visit("deliveredId", &delivered)
        try visitor.visit("isPrivate", &isPrivate)
    }
}

/// The answer to `people`.
package struct People: Record, Hashable {
    package var people: [Person]
    package init(people: [Person]) { self.people = people }

    package static var blank: People { People(people: []) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("people", &people)
    }
}

/// The answer to `health`.
package struct Health: Record, Hashable {
    package var status: String
    package init(status: String) { self.status = status }

    package static var blank: Health { Health(status: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("status", &status)
    }
}

/// An error response (RFC 9457).
package struct Problem: Record, Hashable, Error {
    package static let mediaType = "application/problem+json"

    package var title: String
    package var status: Int
    /// What failed, and what to do.
    package var detail: String
    /// The seconds to wait before a retry, as in `Retry-After`.
    package var retryAfter: Int?
    /// The number of bytes that the server has of an upload, if the request was to continue elsewhere.
    package var receivedCount: Int64?

    package init(
        title: String, status: Int, detail: String, retryAfter: Int? = nil, receivedCount: Int64? = nil
    ) {
        self.receivedCount = receivedCount
        self.title = title
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    package static var blank: Problem { Problem(title: "", status: 0, detail: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("title", &title)
        try visitor.visit("status", &status.wide)
        try visitor.visit("detail", &detail)
        try visitor.visit("retryAfter", &retryAfter.wide)
        try visitor.visit("receivedCount", &receivedCount.wide)
    }
}
