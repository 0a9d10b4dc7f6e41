import Foundation

/// Events of messages.
public enum MessageEvent: Hashable, Sendable {
    /// Send a text. A repeated `message` id means the same message, which is not sent twice. `replyTo` is the message
    /// of the chat that it answers.
    case sending(
        chat: ChatID, text: String, message: MessageID?, replyTo: MessageID? = nil, spans: [TextSpan] = [])
    /// The server has our message; its position is after everything received so far.
    case sent(chat: ChatID, message: MessageID)
    /// The server rejected our message.
    case sendFailed(chat: ChatID, message: MessageID, reason: String)
    /// The other party's device has our messages up to this one.
    case delivered(chat: ChatID, message: MessageID)
    /// A message was received: from somebody else, or our own, which confirms that the server has it.
    case received(IncomingMessage)
    /// Mark the chat as read.
    case reading(chat: ChatID)
    /// The server knows that we have read up to this message, here or on another device.
    case read(chat: ChatID, message: MessageID)
    /// The other party has read our messages up to this one.
    case readByOther(chat: ChatID, message: MessageID)
}

extension MessageEvent {
    var requirements: StampRequirements {
        switch self {
        case .sending(let chat, _, let message, let replyTo, _): .naming(message, in: chat, answering: replyTo)
        case .received(let message): .naming(message.message, in: message.chat, answering: message.replyTo)
        case .read(let chat, let message), .readByOther(let chat, let message), .delivered(let chat, let message):
            StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        case .sent, .sendFailed, .reading: .none
        }
    }

    func filled(_ values: [Blank: String]) -> MessageEvent {
        switch self {
        case .sending(let chat, let text, let message, let replyTo, let spans):
            .sending(
                chat: chat, text: values[.text] ?? text, message: message,
                replyTo: values[.replyTo].map { MessageID($0) } ?? replyTo, spans: spans)
        case .sent, .sendFailed, .delivered, .received, .reading, .read, .readByOther: self
        }
    }
}

extension StampRequirements {
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
