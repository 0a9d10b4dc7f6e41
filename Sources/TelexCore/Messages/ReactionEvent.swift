import TelexJSON

/// Reactions to messages.
public enum ReactionEvent: Hashable, Sendable {
    /// React to a message with an emoji, or with another text of up to 64 bytes.
    case adding(ReactionWish)
    /// Take our reaction back.
    case removing(ReactionWish)
    /// Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was us, on any device.
    case added(MessageReaction)
    /// Somebody took a reaction back. With `isOwn`, it was us, on any device.
    case removed(MessageReaction)
    /// These are all reactions to a message.
    case listed(MessageReactions)
    /// The server has not added or removed our reaction.
    case failed(MessageFailure)
}

extension ReactionEvent: WireCases {
    package static var samples: [ReactionEvent] {
        [.adding(.blank), .removing(.blank), .added(.blank), .removed(.blank), .listed(.blank), .failed(.blank)]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReactionEvent {
        switch self {
        case .adding(let wish): try visitor.event("reaction.adding", .user, Self.adding, wish)
        case .removing(let wish): try visitor.event("reaction.removing", .user, Self.removing, wish)
        case .added(let reaction): try visitor.event("reaction.added", .network, Self.added, reaction)
        case .removed(let reaction): try visitor.event("reaction.removed", .network, Self.removed, reaction)
        case .listed(let list): try visitor.event("reaction.listed", .network, Self.listed, list)
        case .failed(let failure): try visitor.event("reaction.failed", .network, Self.failed, failure)
        }
    }
}

extension ReactionEvent {
    var requirements: StampRequirements {
        switch self {
        case .adding(let wish), .removing(let wish): .stored(wish.key)
        case .added(let reaction), .removed(let reaction): .stored(reaction.key)
        case .listed(let list): .stored(list.key)
        case .failed: .none
        }
    }
}

/// A reaction of ours that is to come or to go.
public struct ReactionWish: Hashable, Sendable {
    public var key: MessageKey
    /// The emoji, or another text.
    public var text: String

    public init(chat: ChatID, message: MessageID, key text: String) {
        key = MessageKey(chat: chat, message: message)
        self.text = text
    }
}

extension ReactionWish: WireRecord {
    public static var blank: ReactionWish { ReactionWish(chat: "", message: "", key: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("key", &text)
    }
}

/// A reaction to a message.
public struct MessageReaction: Hashable, Sendable {
    public var key: MessageKey
    public var reaction: Reaction

    public init(chat: ChatID, message: MessageID, reaction: Reaction) {
        key = MessageKey(chat: chat, message: message)
        self.reaction = reaction
    }
}

extension MessageReaction: WireRecord {
    public static var blank: MessageReaction { MessageReaction(chat: "", message: "", reaction: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try reaction.visit(&visitor)
    }
}

/// All reactions to a message.
public struct MessageReactions: Hashable, Sendable {
    public var key: MessageKey
    public var reactions: [Reaction]

    public init(chat: ChatID, message: MessageID, reactions: [Reaction]) {
        key = MessageKey(chat: chat, message: message)
        self.reactions = reactions
    }
}

extension MessageReactions: WireRecord {
    public static var blank: MessageReactions { MessageReactions(chat: "", message: "", reactions: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reactions", &reactions)
    }
}
