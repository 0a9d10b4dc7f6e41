import Foundation

/// What happens to messages.
public enum MessageEvent: Hashable, Sendable {
    /// We wish to send a text. The same `message` a second time is the same message, and not sent twice.
    case sending(chat: ChatID, text: String, message: MessageID?)
    /// The server has our message.
    case sent(chat: ChatID, message: MessageID)
    /// The server refused our message.
    case failedSending(chat: ChatID, message: MessageID, reason: String)
    /// The other's device has our messages up to this one.
    case delivered(chat: ChatID, message: MessageID)
    /// A message has come: from the other, or one of ours, which the server therefore has.
    case received(IncomingMessage)
    /// We have seen all messages of the chat.
    case userReads(chat: ChatID)
    /// The server knows that we have read up to this message, here or on another device.
    case userRead(chat: ChatID, message: MessageID)
    /// The other has read our messages up to this one.
    case otherRead(chat: ChatID, message: MessageID)
}
