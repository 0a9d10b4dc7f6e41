import TelexCore
import TelexNetwork

/// Posts our messages.
extension MatrixLink {
    func canPost(to chat: ChatID) -> Bool { joining[chat] == nil }

    /// Sends a message. Refuses if the room is encrypted, so that nothing is sent in plain text.
    mutating func post(_ message: Message, number: Int) {
        // The server accepted it before the connection was lost. It will not come back again.
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
        request(.send(content(of: message), to: chat, transaction: message.id.text), .post(number: number))
    }

    private func content(of message: Message) -> JSON {
        var content: [String: JSON] = ["msgtype": "m.text", "body": .string(message.text)]
        var mentioned: [String] = []
        if let answered = message.replyTo {
            let event = sent.event(of: answered, in: message.chat)
            content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(event)]]
            // An answer mentions at most the author of what it answers (MSC4142).
            if let author = logs[message.chat.text]?.sender(of: event) { mentioned.append(author) }
        }
        mentioned.removeAll { $0 == account.user }
        // Without it, names in the text could notify people by older rules (MSC3952).
        content["m.mentions"] = mentioned.isEmpty ? [:] : ["user_ids": .array(mentioned.map(JSON.string))]
        return .object(content)
    }

    mutating func sent(_ entry: Poster.Entry, _ answer: JSON) {
        let (chat, message) = (entry.message.chat, entry.message.id)
        if let event = answer["event_id"].string { note(message, in: chat, is: event) }
        endTyping(in: chat)
    }
}
