import Foundation

/// The body of `login`.
package struct LoginRequest: Codable, Hashable, Sendable {
    package let invitation: String
    package init(invitation: String) { self.invitation = invitation }
}

/// The answer to `login`.
package struct LoginAnswer: Codable, Hashable, Sendable {
    package let token: String
    package let user: String
    package let name: String

    enum CodingKeys: String, CodingKey {
        case token, name
        case user = "userId"
    }

    package init(token: String, user: String, name: String) {
        self.token = token
        self.user = user
        self.name = name
    }
}

/// The answer to `chats`.
package struct ChatPage: Codable, Hashable, Sendable {
    package let chats: [ChatInfo]
    /// The event after which the next page starts.
    package let cursor: Int64
    /// Whether more chats have changed.
    package let more: Bool
    /// The last event that changed a message in any of the asker's chats; `nil` if none did.
    package let revised: Int64?
    /// The server's current run. If it has changed, the file may have been restored: fetch all chats again.
    package let run: Int64?

    enum CodingKeys: String, CodingKey {
        case chats, cursor, run
        case more = "hasMore"
        case revised = "revisedNumber"
    }

    package init(chats: [ChatInfo], cursor: Int64, more: Bool, revised: Int64? = nil, run: Int64? = nil) {
        self.run = run
        self.chats = chats
        self.cursor = cursor
        self.more = more
        self.revised = revised
    }
}

/// The body of `createChat`.
package struct CreateChatRequest: Codable, Hashable, Sendable {
    /// A user name or a display name, ignoring case and accents.
    package let recipient: String
    package init(recipient: String) { self.recipient = recipient }
}

/// The body of `createGroup`.
package struct CreateGroupRequest: Codable, Hashable, Sendable {
    /// The people to invite, each by user name or display name, ignoring case and accents.
    package let people: [String]
    /// The name of the group. By default, it consists of all people's names, the creator's first.
    package let name: String?

    enum CodingKeys: String, CodingKey {
        case people = "recipients"
        case name = "title"
    }

    package init(people: [String], name: String? = nil) {
        self.people = people
        self.name = name
    }
}

/// The answer to `messages`.
package struct MessagePage: Codable, Hashable, Sendable {
    /// The messages, in ascending order.
    package let messages: [MessageInfo]
    /// Whether there are more messages in the requested direction.
    package let more: Bool

    enum CodingKeys: String, CodingKey {
        case messages
        case more = "hasMore"
    }

    package init(messages: [MessageInfo], more: Bool) {
        self.messages = messages
        self.more = more
    }
}

/// The body of `post`.
package struct PostRequest: Codable, Hashable, Sendable {
    /// The sender's id for the message. Posting with the same id again does not create another message.
    package let id: String
    package let text: String
    /// `text`, `emote` or `notice`; `nil` means `text`.
    package let kind: String?
    /// The id of the message of the chat that it answers.
    package let replyTo: String?
    package let spans: [SpanInfo]?

    enum CodingKeys: String, CodingKey {
        case text, kind, spans
        case id = "transactionId"
        case replyTo = "replyToId"
    }

    package init(id: String, text: String, kind: String? = nil, replyTo: String? = nil, spans: [SpanInfo]? = nil) {
        self.spans = spans
        self.id = id
        self.text = text
        self.kind = kind
        self.replyTo = replyTo
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
package struct EditRequest: Codable, Hashable, Sendable {
    /// The new text.
    package let text: String
    package let spans: [SpanInfo]?

    package init(text: String, spans: [SpanInfo]? = nil) {
        self.text = text
        self.spans = spans
    }
}

/// The answer to `revisions`.
package struct RevisionPage: Codable, Hashable, Sendable {
    /// The changed messages in their current state, in the order of their last changes.
    package let messages: [MessageInfo]
    /// The event after which the next page starts.
    package let cursor: Int64
    /// Whether more messages have changed.
    package let more: Bool

    enum CodingKeys: String, CodingKey {
        case messages, cursor
        case more = "hasMore"
    }

    package init(messages: [MessageInfo], cursor: Int64, more: Bool) {
        self.messages = messages
        self.cursor = cursor
        self.more = more
    }
}

/// The body of `mark`: the ids of the last messages read and received.
package struct MarkRequest: Codable, Hashable, Sendable {
    package let read: String?
    package let delivered: String?

    enum CodingKeys: String, CodingKey {
        case read = "readId"
        case delivered = "deliveredId"
    }

    package init(read: String? = nil, delivered: String? = nil) {
        self.read = read
        self.delivered = delivered
    }
}

/// The answer to `people`.
package struct People: Codable, Hashable, Sendable {
    package let people: [Person]
    package init(people: [Person]) { self.people = people }
}

/// The answer to `health`.
package struct Health: Codable, Hashable, Sendable {
    package let status: String
    package init(status: String) { self.status = status }
}

/// An error response (RFC 9457).
package struct Problem: Codable, Hashable, Sendable, Error {
    package static let mediaType = "application/problem+json"

    package let title: String
    package let status: Int
    /// What failed, and what to do.
    package let detail: String
    /// The seconds to wait before a retry, as in `Retry-After`.
    package let retryAfter: Int?

    package init(title: String, status: Int, detail: String, retryAfter: Int? = nil) {
        self.title = title
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
