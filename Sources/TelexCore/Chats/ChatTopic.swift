import TelexJSON

/// A chat and what it is about.
public struct ChatTopic: Hashable, Sendable {
    public var chat: ChatID
    /// Empty for no topic.
    public var topic: String

    /// The longest topic, in Unicode code points.
    package static let longest = 500

    public init(chat: ChatID, topic: String) {
        self.chat = chat
        self.topic = topic
    }
}

extension ChatTopic: WireRecord {
    public static var blank: ChatTopic { ChatTopic(chat: "", topic: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("topic", &topic)
    }
}
