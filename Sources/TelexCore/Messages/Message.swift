import Foundation
import TelexJSON

/// A message as the store keeps it.
@dynamicMemberLookup
public struct Message: Hashable, Sendable {
    public var id: MessageID
    public var chat: ChatID
    /// Its position in the chat. Messages are sorted by it, and read marks refer to it; dates may disagree.
    public var position: Int64
    /// Whether we sent it.
    public var isOwn: Bool
    @Boxed public var content: MessageContent
    /// The number that the server gives the message in its chat; `nil` if it gives none.
    public var serverOrder: Int64?
    public var date: Date
    public var delivery: Delivery
    /// The new text of a message whose edit the server does not have yet.
    ///
    /// `nil` if there is none.
    public var pendingText: String?
    /// The spans of `pendingText`.
    public var pendingSpans: [TextSpan]
    /// Why it waits although there is a connection, also while it is tried again; `nil` for other messages.
    public var hold: Hold?

    /// Identifies it among the messages of all chats.
    public var key: MessageKey { MessageKey(chat: chat, message: id) }

    public init(
        id: MessageID, chat: ChatID, position: Int64, isOwn: Bool, content: MessageContent, serverOrder: Int64? = nil,
        date: Date, delivery: Delivery, pendingText: String? = nil, pendingSpans: [TextSpan] = []
    ) {
        self.id = id
        self.chat = chat
        self.position = position
        self.isOwn = isOwn
        self.content = content
        self.serverOrder = serverOrder
        self.date = date
        self.delivery = delivery
        self.pendingText = pendingText
        self.pendingSpans = pendingSpans
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<MessageContent, Value>) -> Value {
        get { content[keyPath: path] }
        set { content[keyPath: path] = newValue }
    }

    /// The delivery state. Whether the other party has received or read a message follows from the marks of the chat.
    public enum Delivery: Hashable, Sendable {
        /// It was received from somebody else.
        case received
        /// It is being sent to the server.
        case sending
        /// It will be sent when the connection is back, or when its `hold` ends.
        case waiting
        /// The server has it.
        case sent
        /// The server rejected it, for this reason; it can be retried.
        case failed(reason: String)
        /// The server has it, and is to delete it; it is asked to do so at this time. `distantPast` if it was asked.
        case deleting(at: Date)
    }
}

extension Message: WireRecord {
    public static var blank: Message {
        Message(id: "", chat: "", position: 0, isOwn: false, content: .blank, date: .distantPast, delivery: .received)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &id)
        try visitor.visit("chatId", &chat)
        try visitor.visit("position", &position)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
        try visitor.visit("serverOrder", &serverOrder)
        try visitor.visit("date", &date)
        var (kind, reason, due) = (delivery.kind, delivery.reason, delivery.due)
        /// The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`.
        try visitor.visit("delivery", &kind)
        try visitor.visit("reason", &reason)
        try visitor.visit("dueDate", &due)
        delivery = Message.Delivery(kind, reason: reason, due: due)
        try visitor.visit("pendingText", &pendingText)
        try visitor.visit("pendingSpans", &pendingSpans, default: [])
    }
}

/// The delivery state of a stored message. The reason for a failure, and when a message is to be deleted, are separate
/// members.
extension Message.Delivery.Kind: WireWord {
    public static var schemaName: String { "Delivery" }
}

extension Message.Delivery {
    /// The kinds of delivery state.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case received, sending, waiting, sent, failed, deleting
    }

    public init(_ kind: Kind, reason: String?, due: Date?) {
        self =
            switch kind {
            case .received: .received
            case .sending: .sending
            case .waiting: .waiting
            case .sent: .sent
            case .failed: .failed(reason: reason ?? "")
            case .deleting: .deleting(at: due ?? .distantPast)
            }
    }

    public var kind: Kind {
        switch self {
        case .received: .received
        case .sending: .sending
        case .waiting: .waiting
        case .sent: .sent
        case .failed: .failed
        case .deleting: .deleting
        }
    }

    /// Why the server rejected the message.
    public var reason: String? { if case .failed(let reason) = self { reason } else { nil } }

    /// When the server is asked to delete the message.
    public var due: Date? { if case .deleting(let due) = self { due } else { nil } }
}

/// Identifies a message: its chat, and its id, which is unique in the chat.
public struct MessageKey: Hashable, Sendable {
    public var chat: ChatID
    public var message: MessageID

    public init(chat: ChatID, message: MessageID) {
        self.chat = chat
        self.message = message
    }
}

extension MessageKey: WireRecord {
    public static var blank: MessageKey { MessageKey(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
    }
}

/// Why something about a message failed.
public struct MessageFailure: Hashable, Sendable {
    public var key: MessageKey
    public var reason: String
    public var fileProblem: FileProblem?

    public init(chat: ChatID, message: MessageID, reason: String, fileProblem: FileProblem? = nil) {
        key = MessageKey(chat: chat, message: message)
        self.reason = reason
        self.fileProblem = fileProblem
    }
}

extension MessageFailure: WireRecord {
    public static var blank: MessageFailure { MessageFailure(chat: "", message: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reason", &reason)
        try visitor.visit("fileProblem", &fileProblem)
    }
}
