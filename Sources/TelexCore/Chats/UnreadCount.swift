/// The number of unread messages, and how many of them mention us.
public struct UnreadCount: Hashable, Sendable {
    public var messages: Int
    public var mentions: Int

    public init(messages: Int = 0, mentions: Int = 0) {
        self.messages = messages
        self.mentions = mentions
    }
}
