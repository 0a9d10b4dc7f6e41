import Foundation

/// The rules of messages.
package enum MessageUseCase {
    /// In bytes of UTF-8; a line of the protocol must be able to hold it, escaped.
    static let longestText = 65_536

    /// Why a text is not sent at all, or `nil`.
    package static func refusal(of text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "There is nothing to send: type a message first." }
        if text.utf8.count > longestText {
            return "That message is too long (\(text.utf8.count) bytes): at most \(longestText); send it in parts."
        }
        return nil
    }

    /// A message of ours, about to be sent.
    static func outgoing(_ text: String, in chat: ChatID, id: MessageID?, _ stamp: Stamp) -> Message {
        Message(
            id: id ?? MessageID(stamp.freshID), chat: chat, position: Place.waiting(stamp.order), isOwn: true,
            content: .text(text), date: stamp.time, delivery: .sending)
    }

    /// A message that the network brings, as it is kept.
    static func incoming(_ message: IncomingMessage, _ stamp: Stamp, position: Int64) -> Message {
        let offset = position - stamp.order
        let id = message.message ?? MessageID(offset == 0 ? stamp.freshID : "\(stamp.freshID).\(offset)")
        var content = message.content
        // What was done to the chat is no message of ours, even if we did it.
        let isSystem = content.kind == .system
        let isOwn = message.isOwn && !isSystem
        if isOwn {
            content.senderName = nil
            content.attention = .normal
        }
        if isSystem { content.attention = .silent } else { content.change = nil }
        return Message(
            id: id, chat: message.chat, position: position, isOwn: isOwn, content: content,
            serverOrder: message.serverOrder, date: message.date ?? stamp.time,
            delivery: isOwn ? .sent : .received)
    }
}
