import TelexCore
import TelexNetwork

/// Posts our messages.
extension MatrixLink {
    func canPost(to chat: ChatID) -> Bool { joining[chat] == nil }

    /// Sends a message, or uploads its file. Refuses if the room is encrypted, so that nothing is sent in plain text.
    mutating func post(_ message: Message, number: Int) {
        // The server accepted it before the connection was lost. It will not come back again.
        if let event = sent.known(message.id, in: message.chat) {
            posted(number, ["event_id": .string(event)])
            _ = place(message.id, in: message.chat)
            return
        }
        let chat = message.chat.text
        if isEncrypted(message.chat) { return refuse(number, MatrixReason.encrypted) }
        // What we know of a room that we have left may be old: somebody may have let us in again.
        if rooms.facts(of: chat)?.isLeft != false, plain.remove(chat) == nil {
            let path = ["rooms", chat, "state", "m.room.encryption", ""]
            return request(MatrixRequest(.get, path), .encryption(message.chat, number: number))
        }
        if uploads(message, number: number) { return }
        if let answered = message.replyTo {
            let event = sent.event(of: answered, in: message.chat)
            // Whom to mention.
            if author(of: event, in: chat) == nil {
                return request(.event(event, in: chat), .answered(event: event, number: number))
            }
        }
        request(.send(content(of: message), to: chat, transaction: message.id.text), .post(number: number))
    }

    /// Whether nothing may be sent to a room in plain text. Ask right before each request that puts something into it.
    func isEncrypted(_ chat: ChatID) -> Bool { encrypted.contains(chat.text) }

    /// Notes that a room was seen to be encrypted. It stays so, whatever the server says later.
    mutating func noteEncryption(of room: String) {
        if encrypted.insert(room).inserted { keep(Self.encryptedPrefix + room, "") }
    }

    /// The prefix of the names under which encrypted rooms are kept.
    static let encryptedPrefix = "encrypted/"

    /// Who sent an event; empty if we may not know, and `nil` if it has to be looked up.
    private func author(of event: String, in room: String) -> String? {
        logs[room]?.sender(of: event) ?? authors[event]
    }

    /// Notes who sent the event that a message of ours answers, and sends the message.
    mutating func note(author: String, of event: String, number: Int) {
        if authors.count >= 1000 { authors = [:] }
        authors[event] = author
        repost(number)
    }

    private func content(of message: Message) -> JSON {
        let text = Self.body(message.text, message.spans)
        var content = message.file.map { $0.content(text, caption: message.text) } ?? text.object
        if message.file == nil { content["msgtype"] = message.kind == .emote ? "m.emote" : "m.text" }
        var mentions = mentions(message.spans, in: message.chat)
        if let answered = message.replyTo {
            let event = sent.event(of: answered, in: message.chat)
            content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(event)]]
            // An answer mentions at most the author of what it answers (MSC4142).
            if let author = author(of: event, in: message.chat.text), author != account.user, !author.isEmpty {
                mentions.users.insert(author)
            }
        }
        content["m.mentions"] = mentions.json
        return .object(content)
    }

    /// The members of a message's content that have its text.
    static func body(_ text: String, _ spans: [TextSpan]) -> JSON {
        let formatted = FormattedText(text, spans)
        // Who is mentioned is said elsewhere.
        guard spans.contains(where: { $0.style != .roomMention }) else { return ["body": .string(text)] }
        return [
            "body": .string(formatted.markdown), "format": "org.matrix.custom.html",
            "formatted_body": .string(HTMLWriter.html(of: formatted)),
        ]
    }

    /// Whom a text of ours mentions; never us.
    func mentions(_ spans: [TextSpan], in chat: ChatID) -> Mentions {
        let users = spans.compactMap { $0.style == .mention ? $0.user?.text : nil }
        let mentionsAll = spans.contains { $0.style == .roomMention }
        return Mentions(
            users: Set(users).subtracting([account.user]),
            room: mentionsAll && rooms.facts(of: chat.text)?.mayNotifyAll(account.user) == true)
    }

    /// Whether we have had to leave the room of a message.
    func isLeft(_ entry: Poster.Entry?) -> Bool {
        entry.map { rooms.facts(of: $0.message.chat.text)?.isLeft == true } ?? false
    }

    mutating func sent(_ entry: Poster.Entry, _ answer: JSON) {
        let (chat, message) = (entry.message.chat, entry.message.id)
        if let event = answer["event_id"].string { note(message, in: chat, is: event) }
        endTyping(in: chat)
        if isLeft(entry) {
            // It came before we had to leave, and does not come back.
            _ = place(message, in: chat)
        } else {
            overdue.append(Overdue(message: message, chat: chat))
        }
    }

    /// Places the messages that the server has accepted, and that did not come back in a sync that began later. We are
    /// no longer in their room: the server does not mention one that another device has forgotten.
    mutating func placeOverdue() {
        for message in overdue where message.isDue { _ = place(message.message, in: message.chat) }
        overdue = overdue.filter { !$0.isDue && connection.poster.holds($0.message, in: $0.chat) }
        for index in overdue.indices { overdue[index].isDue = true }
    }
}
