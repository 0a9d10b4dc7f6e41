import TelexJSON

/// A stored message that other messages answer.
public struct AnsweredMessage: Hashable, Sendable {
    public var chat: ChatID
    public var message: MessageID
    public var isOwn: Bool
    public var content: MessageContent

    public init(chat: ChatID, message: MessageID, isOwn: Bool, content: MessageContent) {
        self.chat = chat
        self.message = message
        self.isOwn = isOwn
        self.content = content
    }

    init(_ message: Message) {
        self.init(chat: message.chat, message: message.id, isOwn: message.isOwn, content: message.content)
    }
}

extension AnsweredMessage: WireRecord {
    public static var blank: AnsweredMessage {
        AnsweredMessage(chat: "", message: "", isOwn: false, content: .blank)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
    }
}
