import Foundation

/// A message as a network brings it.
@dynamicMemberLookup
public struct IncomingMessage: Hashable, Sendable {
    public var chat: ChatID
    /// `nil` where the network has no ids; then it is never taken for one that came before.
    public var message: MessageID?
    /// Who the chat is with, should it be new.
    public var title: String?
    public var content: MessageContent
    /// Its place among the messages of the chat as the server numbers them; `nil` where it does not.
    public var serverOrder: Int64?
    /// When it was sent; `nil` is now.
    public var date: Date?
    /// Whether it is ours: sent from here, and come back, or from another device.
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
