import Foundation

/// A chat, as a member or an invited person sees it.
package struct ChatInfo: Codable, Hashable, Sendable {
    /// The address of the chat.
    package let chat: String
    /// The name of the other person, or of the group.
    package let title: String
    /// The sequence number of the last message; 0 if there is none.
    package let last: Int64
    /// The id of the last message; `nil` if it is not stored.
    package let lastID: String?
    /// How far each member has received and read the chat.
    package let marks: [Mark]
    /// The last event that changed the chat.
    package let event: Int64
    /// The people of a group; `nil` for a direct chat.
    package let group: Group?
    /// `invited` or `declined` for a person who has not joined and cannot read the messages; `nil` for a member.
    package let standing: String?
    /// The sender of the invitation; `nil` for a member.
    package let inviter: Person?

    package init(
        chat: String, title: String, last: Int64, lastID: String?, marks: [Mark], event: Int64, group: Group? = nil,
        standing: String? = nil, inviter: Person? = nil
    ) {
        self.chat = chat
        self.title = title
        self.last = last
        self.lastID = lastID
        self.marks = marks
        self.event = event
        self.group = group
        self.standing = standing
        self.inviter = inviter
    }

    enum CodingKeys: String, CodingKey {
        case title, marks, group, standing, inviter
        case chat = "chatId"
        case last = "lastOrder"
        case lastID = "lastMessageId"
        case event = "eventNumber"
    }

    package static let invited = "invited"
    package static let declined = "declined"

    /// A chat that may have more than two people.
    package struct Group: Codable, Hashable, Sendable {
        /// The members.
        package let people: [Person]
        /// The people who have not answered their invitations.
        package let invited: [Person]
        /// The sequence number of the last message before the reader joined; 0 if there was none.
        package let joined: Int64

        package init(people: [Person], invited: [Person], joined: Int64) {
            self.people = people
            self.invited = invited
            self.joined = joined
        }
    }
}

/// A message, as the server stores it.
package struct MessageInfo: Codable, Hashable, Sendable {
    package let chat: String
    /// The sequence number in the chat: 1, 2, 3 … without gaps, in the order in which the server received them.
    package let seq: Int64
    /// The sender, a slash, and the id that the sender gave it; unique in the chat.
    package let id: String
    /// The sender's user name.
    package let sender: String
    /// The sender's display name.
    package let name: String
    package let text: String
    /// When the server received the message, in whole milliseconds.
    package let date: Date
    /// The kind; `nil` for a text. `emote` and `notice` have a text, `deleted` has none.
    ///
    /// `joined` and `left` have no text either: the server adds them to a group when the sender joins or leaves. Nor has
    /// `unreadable`: it stands for a message that the server cannot read because its file is damaged.
    package let kind: String?
    /// Whether the message was edited; `nil` for no.
    package let edited: Bool?
    /// The event of the last edit, of the deletion, or of the last change of the reactions; `nil` if there was none.
    package let revised: Int64?
    /// The id of the message of the chat that it answers, which may be deleted by now; `nil` if it answers none.
    package let replyTo: String?
    /// The reactions to it, in the order in which they came; `nil` if there are none.
    package let reactions: [ReactionInfo]?
    /// The formatted parts of the text, and those that mention somebody; `nil` if there are none.
    package let spans: [SpanInfo]?

    /// About how many bytes it takes on a page.
    package var size: Int {
        let spans = (spans ?? []).reduce(0) { sum, span in
            sum + 64 + [span.url, span.user, span.language, span.reason].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        }
        return text.utf8.count + spans
            + (reactions ?? []).reduce(0) { $0 + 32 + $1.key.utf8.count + $1.user.utf8.count }
    }

    package static let joined = "joined"
    package static let left = "left"
    /// The kind of a message that cannot be read. It keeps its place.
    package static let unreadable = "unreadable"

    enum CodingKeys: String, CodingKey {
        case text, date, kind, reactions, spans
        case chat = "chatId"
        case seq = "serverOrder"
        case id = "messageId"
        case sender = "senderId"
        case name = "senderName"
        case edited = "isEdited"
        case revised = "revisedNumber"
        case replyTo = "replyToId"
    }

    package init(
        chat: String, seq: Int64, id: String, sender: String, name: String, text: String, date: Date,
        kind: String? = nil, edited: Bool? = nil, revised: Int64? = nil, replyTo: String? = nil,
        reactions: [ReactionInfo]? = nil, spans: [SpanInfo]? = nil
    ) {
        self.spans = spans
        self.replyTo = replyTo
        self.reactions = reactions
        self.kind = kind
        self.edited = edited
        self.revised = revised
        self.chat = chat
        self.seq = seq
        self.id = id
        self.sender = sender
        self.name = name
        self.text = text
        self.date = date
    }
}

/// A user's reaction to a message. A user can react with several keys, with each of them once.
package struct ReactionInfo: Codable, Hashable, Sendable {
    /// Usually an emoji: 1 to `Limits.longestReaction` bytes of UTF-8 without control characters.
    package let key: String
    /// The user name.
    package let user: String

    enum CodingKeys: String, CodingKey {
        case key
        case user = "senderId"
    }

    package init(key: String, user: String) {
        self.key = key
        self.user = user
    }

    /// Whether a text is a valid key.
    package static func isKey(_ text: String) -> Bool {
        (1...Limits.longestReaction).contains(text.utf8.count)
            && !text.unicodeScalars.contains(where: \.isControl)
    }
}

/// How far somebody has received and read a chat.
package struct Mark: Codable, Hashable, Sendable {
    package let chat: String
    package let user: String
    /// The last message that was read; `nil` (and 0) if none was.
    package let read: String?
    package let readSeq: Int64
    /// The last message that was received; `nil` (and 0) if none was.
    package let delivered: String?
    package let deliveredSeq: Int64

    package init(
        chat: String, user: String, read: String?, readSeq: Int64, delivered: String?, deliveredSeq: Int64
    ) {
        self.chat = chat
        self.user = user
        self.read = read
        self.readSeq = readSeq
        self.delivered = delivered
        self.deliveredSeq = deliveredSeq
    }

    enum CodingKeys: String, CodingKey {
        case chat = "chatId"
        case user = "userId"
        case read = "readId"
        case readSeq = "readOrder"
        case delivered = "deliveredId"
        case deliveredSeq = "deliveredOrder"
    }

    // Encode absent marks as null: the synthesized method would omit them.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(chat, forKey: .chat)
        try container.encode(user, forKey: .user)
        try container.encode(read, forKey: .read)
        try container.encode(readSeq, forKey: .readSeq)
        try container.encode(delivered, forKey: .delivered)
        try container.encode(deliveredSeq, forKey: .deliveredSeq)
    }
}

/// A person to chat with.
package struct Person: Codable, Hashable, Sendable {
    /// The user name.
    package let user: String
    /// The display name.
    package let name: String

    enum CodingKeys: String, CodingKey {
        case name
        case user = "userId"
    }

    package init(user: String, name: String) {
        self.user = user
        self.name = name
    }
}
