import Foundation

/// A message as the store keeps it.
public struct Message: Hashable, Sendable {
    public let id: MessageID
    public let chat: ChatID
    /// Its place in the chat: messages are shown by it, and read marks point at it. Dates may disagree with it.
    public let position: Int64
    /// Whether it is ours.
    public let isOwn: Bool
    /// Who wrote it, where more than two are in the chat; `nil` for whom the chat is with, and for us.
    public let author: String?
    public var kind: MessageKind
    /// What it says; of one that cannot be shown, what it is.
    public var text: String
    /// Whether it has said something else before.
    public var isEdited: Bool
    public let date: Date
    public var delivery: Delivery

    /// What tells it from all others.
    public var key: MessageKey { MessageKey(chat: chat, message: id) }

    public init(
        id: MessageID, chat: ChatID, position: Int64, isOwn: Bool, author: String? = nil, kind: MessageKind = .text,
        text: String, isEdited: Bool = false, date: Date, delivery: Delivery
    ) {
        self.id = id
        self.chat = chat
        self.position = position
        self.isOwn = isOwn
        self.author = author
        self.kind = kind
        self.text = text
        self.isEdited = isEdited
        self.date = date
        self.delivery = delivery
    }

    /// How far a message has got. That the other has received or read it is told by the marks of the chat.
    public enum Delivery: Hashable, Sendable {
        /// It came from the other.
        case received
        /// It is on its way to the server.
        case sending
        /// It goes out when the connection is back.
        case waiting
        /// The server has it.
        case sent
        /// The server refused it, for this reason; it can be sent again.
        case failed(reason: String)
    }
}

/// How a message is meant.
public enum MessageKind: String, Hashable, Sendable, CaseIterable {
    case text
    /// What its author does, told of them: "waves".
    case emote
    /// What a program says; no program answers it.
    case notice
    /// Something that has no text, such as an image.
    case unshowable
    /// It is gone, and has no text.
    case deleted
}

/// What tells a message from all others: its name, which is unique in its chat, and the chat.
public struct MessageKey: Hashable, Sendable {
    public let chat: ChatID
    public let message: MessageID

    public init(chat: ChatID, message: MessageID) {
        self.chat = chat
        self.message = message
    }
}

/// A message as a network brings it.
public struct IncomingMessage: Hashable, Sendable {
    public let chat: ChatID
    /// `nil` where the network has no ids; then it is never taken for one that came before.
    public let message: MessageID?
    /// Who the chat is with, should it be new.
    public let contact: String?
    /// Who wrote it, where more than two are in the chat.
    public let author: String?
    public let kind: MessageKind
    public let text: String
    /// When it was sent; `nil` is now.
    public let date: Date?
    /// Whether it is ours: sent from here, and come back, or from another device.
    public let isOwn: Bool

    public init(
        chat: ChatID, message: MessageID? = nil, contact: String? = nil, author: String? = nil,
        kind: MessageKind = .text, text: String, date: Date? = nil, isOwn: Bool = false
    ) {
        self.chat = chat
        self.message = message
        self.contact = contact
        self.author = author
        self.kind = kind
        self.text = text
        self.date = date
        self.isOwn = isOwn
    }
}

/// A run of messages of one chat, as the store hands it out.
public struct HistoryPage: Hashable, Sendable {
    public let chat: ChatID
    public let contact: String
    /// In the order of their positions.
    public let messages: [Message]
    /// How many messages the chat holds.
    public let total: Int
    /// Whether there are messages before the first of these.
    public let hasOlder: Bool
    /// The marks of the chat: up to where the other has received, and read, our messages.
    public let deliveredUpTo: Int64
    public let otherReadUpTo: Int64
    /// How many of the chat's messages we have not read.
    public let unread: Int

    public init(
        chat: ChatID, contact: String, messages: [Message], total: Int, hasOlder: Bool,
        deliveredUpTo: Int64 = 0, otherReadUpTo: Int64 = 0, unread: Int = 0
    ) {
        self.chat = chat
        self.contact = contact
        self.messages = messages
        self.total = total
        self.hasOlder = hasOlder
        self.deliveredUpTo = deliveredUpTo
        self.otherReadUpTo = otherReadUpTo
        self.unread = unread
    }
}
