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
