import TelexJSON

/// A chat as a server lists it, without its messages.
public struct ServerChat: Hashable, Sendable {
    public var id: ChatID
    /// The other party's display name; `nil` if the server does not say.
    public var title: String?
    /// What the chat is about, empty for nothing; `nil` if the server does not say.
    public var topic: String?
    public var isEncrypted: Bool
    /// The chat that replaces this one; `nil` if there is none.
    public var successor: ChatID?
    /// How many members the chat has, including us; `nil` if the server does not say.
    public var memberCount: Int?
    /// What we may do in the chat; `nil` if the server does not say.
    public var rights: [ChatRight]?

    public init(
        id: ChatID, title: String? = nil, isEncrypted: Bool = false, successor: ChatID? = nil, memberCount: Int? = nil,
        rights: [ChatRight]? = nil, topic: String? = nil
    ) {
        self.id = id
        self.title = title.map { MemberName.cut($0) }
        self.topic = topic.map { MemberName.cut($0, to: ChatTopic.longest) }
        self.isEncrypted = isEncrypted
        self.successor = successor
        self.memberCount = memberCount
        self.rights = rights
    }
}

extension ServerChat: WireRecord {
    public static var blank: ServerChat { ServerChat(id: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &id)
        try visitor.visit("title", &title)
        try visitor.visit("isEncrypted", &isEncrypted, default: false)
        try visitor.visit("successorId", &successor)
        try visitor.visit("memberCount", &memberCount)
        try visitor.visit("rights", &rights)
        try visitor.visit("topic", &topic)
    }
}
