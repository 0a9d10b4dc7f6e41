import Foundation

/// Events of messages.
public enum MessageEvent: Hashable, Sendable {
    /// Send a message.
    case sending(OutgoingMessage)
    /// The server has our message; its position is after everything received so far.
    case sent(MessageKey)
    /// The server rejected our message.
    case sendFailed(MessageFailure)
    /// The other party's device has our messages up to this one.
    case delivered(MessageKey)
    /// A message was received: from somebody else, or our own, which confirms that the server has it.
    case received(IncomingMessage)
    /// Mark the chat as read.
    case reading(chat: ChatID)
    /// The user has seen these messages and all between them. Those up to the last of them are read, unless there are
    /// unread ones before the first.
    case showing(MessageRange)
    /// Report a message to the operators of the server.
    case reporting(MessageReport)
    /// The server has our report of a message.
    case reported(MessageKey)
    /// The server did not take our report.
    case reportFailed(MessageFailure)
    /// The server knows that we have read up to this message, here or on another device.
    case read(MessageKey)
    /// The other party has read our messages up to this one.
    case readByOther(MessageKey)
}

extension MessageEvent {
    var requirements: StampRequirements {
        switch self {
        case .sending(let message): .naming(message.message, in: message.chat, answering: message.replyTo)
        case .received(let message): .naming(message.message, in: message.chat, answering: message.replyTo)
        case .read(let key), .readByOther(let key), .delivered(let key): .stored(key)
        case .showing(let range):
            StampRequirements(chat: range.chat, messages: [range.first, range.last], mustBeStored: true)
        case .reporting(let report): .stored(report.key)
        case .sent, .sendFailed, .reading, .reported, .reportFailed: .none
        }
    }
}

extension StampRequirements {
    /// The requirements of a change to a message.
    static func stored(_ key: MessageKey) -> StampRequirements {
        StampRequirements(chat: key.chat, messages: [key.message], mustBeStored: true)
    }

    /// The requirements of one message, which may have no id yet.
    static func naming(
        _ message: MessageID?, in chat: ChatID, answering answered: MessageID? = nil
    ) -> StampRequirements {
        var requirements = StampRequirements()
        if message == nil { requirements.freshID = .message(in: chat) }
        if message == nil, answered == nil { return requirements }
        requirements.chat = chat
        if let message { requirements.messages = [message] }
        if let answered { requirements.answered = [answered] }
        return requirements
    }
}
