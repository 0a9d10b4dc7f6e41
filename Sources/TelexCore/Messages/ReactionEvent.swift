/// Reactions to messages.
public enum ReactionEvent: Hashable, Sendable {
    /// React to a message.
    case adding(chat: ChatID, message: MessageID, key: String)
    /// Take our reaction back.
    case removing(chat: ChatID, message: MessageID, key: String)
    /// Somebody, or we on any device, reacted to a message, which may not have arrived yet.
    case added(chat: ChatID, message: MessageID, Reaction)
    /// Somebody, or we on any device, took a reaction back.
    case removed(chat: ChatID, message: MessageID, Reaction)
    /// These are all reactions to a message.
    case listed(chat: ChatID, message: MessageID, [Reaction])
    /// The server did not add or remove our reaction.
    case failed(chat: ChatID, message: MessageID, reason: String)
}

extension ReactionEvent {
    var requirements: StampRequirements {
        switch self {
        case .adding(let chat, let message, _), .removing(let chat, let message, _), .added(let chat, let message, _),
            .removed(let chat, let message, _), .listed(let chat, let message, _):
            StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        case .failed: .none
        }
    }

    func filled(_ values: [Blank: String]) -> ReactionEvent {
        switch self {
        case .adding(let chat, let message, let key):
            .adding(chat: chat, message: values[.messageID].map { MessageID($0) } ?? message, key: values[.key] ?? key)
        case .removing, .added, .removed, .listed, .failed: self
        }
    }
}
