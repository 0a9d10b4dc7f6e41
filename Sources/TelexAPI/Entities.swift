import Foundation

/// A chat, as one of the people in it sees it, or somebody who is invited to it.
public struct ChatInfo: Codable, Hashable, Sendable {
    /// Its address.
    public let chat: String
    /// The name of the other, or of the group.
    public let title: String
    /// The place of its last message, 0 if there is none.
    public let last: Int64
    /// Its id; `nil` if there is none.
    public let lastID: String?
    /// How far each has read.
    public let marks: [Mark]
    /// The last event that changed it.
    public let event: Int64
    /// What there is to know of a group; `nil` for a chat of two.
    public let group: Group?
    /// `invited` or `declined` for somebody who is not in it, and is told nothing of what is said there; `nil` for who is.
    public let standing: String?
    /// Who has invited them.
    public let inviter: Person?

    public init(
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

    public static let invited = "invited"
    public static let declined = "declined"

    /// A chat that may have more than two people.
    public struct Group: Codable, Hashable, Sendable {
        /// Who is in it.
        public let people: [Person]
        /// Who has not answered the invitation yet.
        public let invited: [Person]
        /// The place of the last message from before the reader joined, 0 if there was none.
        public let joined: Int64

        public init(people: [Person], invited: [Person], joined: Int64) {
            self.people = people
            self.invited = invited
            self.joined = joined
        }
    }
}

/// A message, as the server keeps it.
public struct MessageInfo: Codable, Hashable, Sendable {
    public let chat: String
    /// Its place in the chat: 1, 2, 3 … without a hole, in the order in which the server took the messages.
    public let seq: Int64
    /// The sender, a slash, and the id that the sender gave it; unique in the chat.
    public let id: String
    /// The sender's user name.
    public let sender: String
    /// The sender's display name.
    public let name: String
    public let text: String
    /// When the server took it, in whole milliseconds.
    public let date: Date
    /// How it is meant, if not as a text: `emote`, `notice`. Without a text are `deleted`, and what the server itself adds
    /// to a group: `joined` and `left`, of the sender.
    public let kind: String?
    /// Whether it has said something else before; `nil` for no.
    public let edited: Bool?
    /// The event that changed it last; `nil` if it is as it was posted.
    public let revised: Int64?

    public static let joined = "joined"
    public static let left = "left"

    enum CodingKeys: String, CodingKey {
        case text, date, kind
        case chat = "chatId"
        case seq = "serverOrder"
        case id = "messageId"
        case sender = "senderId"
        case name = "senderName"
        case edited = "isEdited"
        case revised = "revisedNumber"
    }

    public init(
        chat: String, seq: Int64, id: String, sender: String, name: String, text: String, date: Date,
        kind: String? = nil, edited: Bool? = nil, revised: Int64? = nil
    ) {
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

/// How far somebody has received and read a chat.
public struct Mark: Codable, Hashable, Sendable {
    public let chat: String
    public let user: String
    /// The last message that was read; `nil` (and 0) if none was.
    public let read: String?
    public let readSeq: Int64
    /// The last message that was received; `nil` (and 0) if none was.
    public let delivered: String?
    public let deliveredSeq: Int64

    public init(
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

    // Written out, so that absent marks are null rather than missing.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(chat, forKey: .chat)
        try container.encode(user, forKey: .user)
        try container.encode(read, forKey: .read)
        try container.encode(readSeq, forKey: .readSeq)
        try container.encode(delivered, forKey: .delivered)
        try container.encode(deliveredSeq, forKey: .deliveredSeq)
    }
}

/// Somebody whom one can chat with.
public struct Person: Codable, Hashable, Sendable {
    /// The user name.
    public let user: String
    /// The display name.
    public let name: String

    enum CodingKeys: String, CodingKey {
        case name
        case user = "userId"
    }

    public init(user: String, name: String) {
        self.user = user
        self.name = name
    }
}
