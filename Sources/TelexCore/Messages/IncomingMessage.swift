import Foundation
import TelexJSON

/// A message as received from a network.
@dynamicMemberLookup
public struct IncomingMessage: Hashable, Sendable {
    public var chat: ChatID
    /// `nil` if the network has no ids; the message is then never treated as a duplicate.
    public var message: MessageID?
    /// The other party's display name, used if the chat is new.
    public var title: String?
    public var content: MessageContent
    /// The position of a message in its chat, in the server's order.
    ///
    /// `nil` if the server gives none.
    public var serverOrder: Int64?
    /// When it was sent; `nil` means now.
    public var date: Date?
    /// Whether it is ours: an echo of a message sent here, or sent from another device.
    public var isOwn: Bool

    public init(
        chat: ChatID, message: MessageID? = nil, title: String? = nil, content: MessageContent,
        serverOrder: Int64? = nil, date: Date? = nil, isOwn: Bool = false
    ) {
        self.chat = chat
        self.message = message
        self.title = title
        self.content = content
        self.serverOrder = serverOrder
        self.date = date
        self.isOwn = isOwn
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<MessageContent, Value>) -> Value {
        get { content[keyPath: path] }
        set { content[keyPath: path] = newValue }
    }
}

extension IncomingMessage: WireRecord {
    public static var blank: IncomingMessage { IncomingMessage(chat: "", content: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("title", &title)
        try content.visit(&visitor)
        try visitor.visit("serverOrder", &serverOrder)
        try visitor.visit("date", &date)
        try visitor.visit("isOwn", &isOwn, default: false)
    }
}
