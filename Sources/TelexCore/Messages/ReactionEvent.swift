/// Reactions to messages.
public enum ReactionEvent: Hashable, Sendable {
    /// React to a message.
    case adding(ReactionWish)
    /// Take our reaction back.
    case removing(ReactionWish)
    /// Somebody, or we on any device, reacted to a message, which may not have arrived yet.
    case added(MessageReaction)
    /// Somebody, or we on any device, took a reaction back.
    case removed(MessageReaction)
    /// These are all reactions to a message.
    case listed(MessageReactions)
    /// The server did not add or remove our reaction.
    case failed(MessageFailure)
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

/// A reaction to a message.
public struct MessageReaction: Hashable, Sendable {
    public var key: MessageKey
    public var reaction: Reaction

    public init(chat: ChatID, message: MessageID, reaction: Reaction) {
        key = MessageKey(chat: chat, message: message)
        self.reaction = reaction
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
