import TelexCore
import TelexNetwork

/// Our messages on their way.
extension MatrixLink {
    /// How long a message waits before it is said why, in seconds.
    private static let longestSilence = 10.0

    mutating func wait(_ message: Message, _ effect: Int) {
        finish(effect, .outbox(.waiting(chat: message.chat, message: message.id)))
    }

    mutating func pump() {
        guard state == .online, let next = poster.first, joining[next.message.chat] == nil else { return }
        if let entry = poster.begin() { post(entry) }
    }

    /// Sends a message, never in plain text where others expect it to be encrypted.
    mutating func post(_ entry: Poster.Entry) {
        let chat = entry.message.chat
        if let room = rooms[chat.text] {
            guard !room.isEncrypted else { return refuse(poster.number, MatrixReason.encrypted) }
        } else if !plain.contains(chat.text) {
            let path = ["rooms", chat.text, "state", "m.room.encryption", ""]
            return request(MatrixRequest(.get, path), .encryption(number: poster.number))
        }
        let content: JSON = ["msgtype": "m.text", "body": .string(entry.message.text)]
        request(
            .send(content, to: chat.text, transaction: entry.message.id.text), .post(number: poster.number))
    }

    mutating func lookedAtEncryption(_ number: Int, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .success: refuse(number, MatrixReason.encrypted)
        case .failure(.refused(_, code: "M_NOT_FOUND")):
            guard let entry = poster.beginAgain(number) else { return }
            plain.insert(entry.message.chat.text)
            post(entry)
        case .failure: posted(number, result)
        }
    }

    mutating func posted(_ number: Int, _ result: Result<JSON, MatrixFailure>) {
        switch result {
        case .success(let answer):
            guard let entry = poster.finish(number) else { return }
            let (chat, message) = (entry.message.chat, entry.message.id)
            if let event = answer["event_id"].string { note(message, in: chat, is: event) }
            finish(entry.effect, .message(.sent(chat: chat, message: message)))
            endTyping(in: chat)
        case .failure(.refused(let reason, _)): return refuse(number, reason)
        case .failure(.busy(_, let retryAfter)):
            guard let seconds = poster.postpone(number, chance()) else { return }
            if let retryAfter, retryAfter > Self.longestSilence { return limit(for: retryAfter) }
            actions.append(.wake(.repost(number: number), after: max(seconds, retryAfter ?? 0)))
            return
        case .failure(let failure):
            if number == poster.number, state == .online { lose(failure) }
            return
        }
        pump()
    }

    /// Has our messages wait while the server takes none. Those of others still come.
    private mutating func limit(for seconds: Double) {
        for entry in poster.giveUp() { wait(entry.message, entry.effect) }
        tell(.connection(.disconnected(reason: limited(for: seconds))))
        actions.append(.wake(.unlimited(connection: connection), after: seconds))
    }

    private mutating func refuse(_ number: Int, _ reason: String) {
        guard let entry = poster.finish(number) else { return }
        let (chat, message) = (entry.message.chat, entry.message.id)
        finish(entry.effect, .message(.failedSending(chat: chat, message: message, reason: reason)))
        pump()
    }
}
