import Foundation

/// A message as the store keeps it.
@dynamicMemberLookup
public struct Message: Hashable, Sendable {
    public var id: MessageID
    public var chat: ChatID
    /// Its place in the chat: messages are shown by it, and read marks point at it. Dates may disagree with it.
    public var position: Int64
    /// Whether it is ours.
    public var isOwn: Bool
    public var content: MessageContent
    /// Its place among the messages of the chat as the server numbers them; `nil` where it does not.
    public var serverOrder: Int64?
    public var date: Date
    public var delivery: Delivery

    /// What tells it from all others.
    public var key: MessageKey { MessageKey(chat: chat, message: id) }

    public init(
        id: MessageID, chat: ChatID, position: Int64, isOwn: Bool, content: MessageContent, serverOrder: Int64? = nil,
        date: Date, delivery: Delivery
    ) {
        self.id = id
        self.chat = chat
        self.position = position
        self.isOwn = isOwn
        self.content = content
        self.serverOrder = serverOrder
        self.date = date
        self.delivery = delivery
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<MessageContent, Value>) -> Value {
        get { content[keyPath: path] }
        set { content[keyPath: path] = newValue }
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

/// What tells a message from all others: its name, which is unique in its chat, and the chat.
public struct MessageKey: Hashable, Sendable {
    public let chat: ChatID
    public let message: MessageID

    public init(chat: ChatID, message: MessageID) {
        self.chat = chat
        self.message = message
    }
}
