import Foundation

/// What happens to messages.
public enum MessageEvent: Hashable, Sendable {
    /// We wish to send a text. The same `message` a second time is the same message, and not sent twice.
    case sending(chat: ChatID, text: String, message: MessageID?)
    /// The server has our message, which stands behind all that has come from it so far.
    case sent(chat: ChatID, message: MessageID)
    /// The server refused our message.
    case sendFailed(chat: ChatID, message: MessageID, reason: String)
    /// The other's device has our messages up to this one.
    case delivered(chat: ChatID, message: MessageID)
    /// A message has come: from the other, or one of ours, which the server therefore has.
    case received(IncomingMessage)
    /// We have seen all messages of the chat.
    case reading(chat: ChatID)
    /// The server knows that we have read up to this message, here or on another device.
    case read(chat: ChatID, message: MessageID)
    /// The other has read our messages up to this one.
    case readByOther(chat: ChatID, message: MessageID)
}

extension MessageEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .sending(let chat, _, let message): .naming(message, in: chat)
        case .received(let message): .naming(message.message, in: message.chat)
        case .read(let chat, let message), .readByOther(let chat, let message), .delivered(let chat, let message):
            StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        case .sent, .sendFailed, .reading: .none
        }
    }

    func filled(_ values: [Blank: String]) -> MessageEvent {
        switch self {
        case .sending(let chat, let text, let message):
            .sending(chat: chat, text: values[.text] ?? text, message: message)
        case .sent, .sendFailed, .delivered, .received, .reading, .read, .readByOther: self
        }
    }
}

extension StampRequirements {
    /// One message, which may have no id yet.
    static func naming(_ message: MessageID?, in chat: ChatID) -> StampRequirements {
        guard let message else { return StampRequirements(freshID: .message(in: chat)) }
        return StampRequirements(chat: chat, messages: [message])
    }
}
