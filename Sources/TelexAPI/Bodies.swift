import Foundation

/// The body of `login`.
public struct LoginRequest: Codable, Hashable, Sendable {
    public let invitation: String
    public init(invitation: String) { self.invitation = invitation }
}

/// The answer to `login`.
public struct LoginAnswer: Codable, Hashable, Sendable {
    public let token: String
    public let user: String
    public let name: String

    enum CodingKeys: String, CodingKey {
        case token, name
        case user = "userId"
    }

    public init(token: String, user: String, name: String) {
        self.token = token
        self.user = user
        self.name = name
    }
}

/// The answer to `chats`.
public struct ChatPage: Codable, Hashable, Sendable {
    public let chats: [ChatInfo]
    /// The event after which the next page starts.
    public let cursor: Int64
    /// Whether more chats have changed.
    public let more: Bool
    /// The last event that changed a message in any of the asker's chats; `nil` if none did.
    public let revised: Int64?
    /// The server's current run. If it has changed, the file may have been restored: fetch all chats again.
    public let run: Int64?

    enum CodingKeys: String, CodingKey {
        case chats, cursor, run
        case more = "hasMore"
        case revised = "revisedNumber"
    }

    public init(chats: [ChatInfo], cursor: Int64, more: Bool, revised: Int64? = nil, run: Int64? = nil) {
        self.run = run
        self.chats = chats
        self.cursor = cursor
        self.more = more
        self.revised = revised
    }
}

/// The body of `createChat`.
public struct CreateChatRequest: Codable, Hashable, Sendable {
    /// A user name or a display name, ignoring case and accents.
    public let recipient: String
    public init(recipient: String) { self.recipient = recipient }
}

/// The body of `createGroup`.
public struct CreateGroupRequest: Codable, Hashable, Sendable {
    /// The people to invite, each by user name or display name, ignoring case and accents.
    public let people: [String]
    /// The name of the group. By default, it consists of all people's names, the creator's first.
    public let name: String?

    enum CodingKeys: String, CodingKey {
        case people = "recipients"
        case name = "title"
    }

    public init(people: [String], name: String? = nil) {
        self.people = people
        self.name = name
    }
}

/// The answer to `messages`.
public struct MessagePage: Codable, Hashable, Sendable {
    /// The messages, in ascending order.
    public let messages: [MessageInfo]
    /// Whether there are more messages in the requested direction.
    public let more: Bool

    enum CodingKeys: String, CodingKey {
        case messages
        case more = "hasMore"
    }

    public init(messages: [MessageInfo], more: Bool) {
        self.messages = messages
        self.more = more
    }
}

/// The body of `post`.
public struct PostRequest: Codable, Hashable, Sendable {
    /// The sender's id for the message. Posting with the same id again does not create another message.
    public let id: String
    public let text: String
    /// `text`, `emote` or `notice`; `nil` means `text`.
    public let kind: String?
    /// The id of the message of the chat that it answers.
    public let replyTo: String?
    public let spans: [SpanInfo]?

    enum CodingKeys: String, CodingKey {
        case text, kind, spans
        case id = "transactionId"
        case replyTo = "replyToId"
    }

    public init(id: String, text: String, kind: String? = nil, replyTo: String? = nil, spans: [SpanInfo]? = nil) {
        self.spans = spans
        self.id = id
        self.text = text
        self.kind = kind
        self.replyTo = replyTo
    }

    /// The kinds of messages that can be posted.
    public static let kinds = ["text", "emote", "notice"]

    /// Whether a text is a valid id: 1 to `Limits.longestID` bytes, without `/` and control characters.
    public static func isID(_ text: some StringProtocol) -> Bool {
        (1...Limits.longestID).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
    }
}

/// The body of `edit`.
public struct EditRequest: Codable, Hashable, Sendable {
    /// The new text.
    public let text: String
    public let spans: [SpanInfo]?

    public init(text: String, spans: [SpanInfo]? = nil) {
        self.text = text
        self.spans = spans
    }
}

/// The answer to `revisions`.
public struct RevisionPage: Codable, Hashable, Sendable {
    /// The changed messages in their current state, in the order of their last changes.
    public let messages: [MessageInfo]
    /// The event after which the next page starts.
    public let cursor: Int64
    /// Whether more messages have changed.
    public let more: Bool

    enum CodingKeys: String, CodingKey {
        case messages, cursor
        case more = "hasMore"
    }

    public init(messages: [MessageInfo], cursor: Int64, more: Bool) {
        self.messages = messages
        self.cursor = cursor
        self.more = more
    }
}

/// The body of `mark`: the ids of the last messages read and received.
public struct MarkRequest: Codable, Hashable, Sendable {
    public let read: String?
    public let delivered: String?

    enum CodingKeys: String, CodingKey {
        case read = "readId"
        case delivered = "deliveredId"
    }

    public init(read: String? = nil, delivered: String? = nil) {
        self.read = read
        self.delivered = delivered
    }
}

/// The answer to `people`.
public struct People: Codable, Hashable, Sendable {
    public let people: [Person]
    public init(people: [Person]) { self.people = people }
}

/// The answer to `health`.
public struct Health: Codable, Hashable, Sendable {
    public let status: String
    public init(status: String) { self.status = status }
}

/// An error response (RFC 9457).
public struct Problem: Codable, Hashable, Sendable, Error {
    public static let mediaType = "application/problem+json"

    public let title: String
    public let status: Int
    /// What failed, and what to do.
    public let detail: String
    /// The seconds to wait before a retry, as in `Retry-After`.
    public let retryAfter: Int?

    public init(title: String, status: Int, detail: String, retryAfter: Int? = nil) {
        self.title = title
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
