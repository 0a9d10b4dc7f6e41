import Foundation

/// The rules for messages.
package enum MessageUseCase {
    /// In bytes of UTF-8. The escaped text must fit in one line of the protocol.
    static let longestText = 65_536
    /// More than a message can have, so that nobody loses what is too long to be sent.
    static let longestDraft = 2 * longestText

    /// Why a text cannot be sent; `nil` if it can.
    package static func refusal(of text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "The message is empty. Type a text first." }
        if text.utf8.count > longestText {
            return "The message is too long: \(text.utf8.count) bytes, at most \(longestText). Send it in parts."
        }
        return nil
    }

    /// A new message of ours, ready to be sent.
    static func outgoing(_ text: String, in chat: ChatID, id: MessageID?, _ stamp: Stamp) -> Message {
        Message(
            id: id ?? MessageID(stamp.freshID), chat: chat, position: Place.waiting(stamp.order), isOwn: true,
            content: .text(text), date: stamp.time, delivery: .sending)
    }

    /// A message from the network, as it is stored.
    static func incoming(_ message: IncomingMessage, _ stamp: Stamp, position: Int64) -> Message {
        let offset = position - stamp.order
        let id = message.message ?? MessageID(offset == 0 ? stamp.freshID : "\(stamp.freshID).\(offset)")
        var content = message.content
        // A change to the chat is not a message of ours, even if we made it.
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
