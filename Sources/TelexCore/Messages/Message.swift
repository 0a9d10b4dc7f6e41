import Foundation

/// A message as the store keeps it.
public struct Message: Hashable, Sendable {
    public var id: MessageID
    public var chat: ChatID
    /// Its place in the chat: messages are shown by it, and read marks point at it. Dates may disagree with it.
    public var position: Int64
    /// Whether it is ours.
    public var isOwn: Bool
    /// Who wrote it, where more than two are in the chat; `nil` for whom the chat is with, and for us.
    public var author: String?
    public var kind: MessageKind
    /// What it says; of one that cannot be shown, what it is.
    public var text: String
    /// Whether it has said something else before.
    public var isEdited: Bool
    public var attention: Attention
    public var date: Date
    public var delivery: Delivery

    /// What tells it from all others.
    public var key: MessageKey { MessageKey(chat: chat, message: id) }

    public init(
        id: MessageID, chat: ChatID, position: Int64, isOwn: Bool, author: String? = nil, kind: MessageKind = .text,
        text: String, isEdited: Bool = false, attention: Attention = .normal, date: Date, delivery: Delivery
    ) {
        self.id = id
        self.chat = chat
        self.position = position
        self.isOwn = isOwn
        self.author = author
        self.kind = kind
        self.text = text
        self.isEdited = isEdited
        self.attention = attention
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

/// How much a message asks of its reader.
public enum Attention: String, Hashable, Sendable, CaseIterable {
    /// It is there to be read, and neither counts as unread nor notifies.
    case silent
    case normal
    /// It is about us, and counts among the mentions, too.
    case mention
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
