import Foundation

/// A chat, as one of the people in it sees it.
public struct ChatInfo: Codable, Hashable, Sendable {
    /// Its address.
    public let chat: String
    /// The name of the other.
    public let contact: String
    /// The place of its last message, 0 if there is none.
    public let last: Int64
    /// Its id; `nil` if there is none.
    public let lastID: String?
    /// How far each has read.
    public let marks: [Mark]
    /// The last event that changed it.
    public let event: Int64

    public init(chat: String, contact: String, last: Int64, lastID: String?, marks: [Mark], event: Int64) {
        self.chat = chat
        self.contact = contact
        self.last = last
        self.lastID = lastID
        self.marks = marks
        self.event = event
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

    public init(chat: String, seq: Int64, id: String, sender: String, name: String, text: String, date: Date) {
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

    public init(user: String, name: String) {
        self.user = user
        self.name = name
    }
}
