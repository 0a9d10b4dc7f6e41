/// Consecutive messages of a chat.
public struct MessageRange: Hashable, Sendable {
    public var chat: ChatID
    public var first: MessageID
    public var last: MessageID

    public init(chat: ChatID, first: MessageID, last: MessageID) {
        self.chat = chat
        self.first = first
        self.last = last
    }
}
