import TelexCore
import TelexNetwork

/// Our messages on their way.
extension MatrixLink {
    func canPost(to chat: ChatID) -> Bool { joining[chat] == nil }

    /// Sends a message, never in plain text where others expect it to be encrypted.
    mutating func post(_ message: Message, number: Int) {
        // Its answer came, and then the connection was lost: what was said since is here, and it will not come again.
        if let event = sent.known(message.id, in: message.chat) {
            posted(number, ["event_id": .string(event)])
            _ = place(message.id, in: message.chat)
            return
        }
        let chat = message.chat.text
        if let room = rooms[chat] {
            guard !room.isEncrypted else { return refuse(number, MatrixReason.encrypted) }
        } else if !plain.contains(chat) {
            let path = ["rooms", chat, "state", "m.room.encryption", ""]
            return request(MatrixRequest(.get, path), .encryption(message.chat, number: number))
        }
        let content: JSON = ["msgtype": "m.text", "body": .string(message.text)]
        request(.send(content, to: chat, transaction: message.id.text), .post(number: number))
    }

    mutating func sent(_ entry: Poster.Entry, _ answer: JSON) {
        let (chat, message) = (entry.message.chat, entry.message.id)
        if let event = answer["event_id"].string { note(message, in: chat, is: event) }
        endTyping(in: chat)
    }
}
