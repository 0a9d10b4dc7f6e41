import TelexJSON

/// Consecutive messages of a chat.
public struct MessageRange: Hashable, Sendable {
    public var chat: ChatID
    /// The first of some consecutive messages of a chat.
    public var first: MessageID
    /// The last of some consecutive messages of a chat.
    public var last: MessageID

    public init(chat: ChatID, first: MessageID, last: MessageID) {
        self.chat = chat
        self.first = first
        self.last = last
    }
}

extension MessageRange: WireRecord {
    public static var blank: MessageRange { MessageRange(chat: "", first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("firstId", &first)
        try visitor.visit("lastId", &last)
    }
}
