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
