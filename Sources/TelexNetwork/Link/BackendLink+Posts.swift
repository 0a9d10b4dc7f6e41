import TelexCore

/// Posts our messages one at a time, in order. Each is retried until the server accepts or refuses it.
extension BackendLink {
    /// Whether messages of ours are being sent.
    package var isPosting: Bool { !connection.poster.isIdle }

    mutating func post(_ message: Message, _ effect: Int) {
        switch connection.state {
        case .idle, .offline: wait(Poster.Entry(message: message, effect: effect))
        case .connecting, .online:
            connection.poster.add(message, effect)
            pump()
        }
    }

    /// Posts the next message, if it can be posted now.
    package mutating func pump() {
        guard connection.isOnline, let next = connection.poster.first, canPost(to: next.message.chat),
            let entry = connection.poster.begin()
        else { return }
        post(entry.message, number: connection.poster.number)
    }

    /// Posts the same message again, under a new number.
    package mutating func repost(_ number: Int) {
        guard let entry = connection.poster.beginAgain(number) else { return }
        post(entry.message, number: connection.poster.number)
    }

    /// Records that the server has accepted a message. Its position is reported once it comes back.
    package mutating func posted(_ number: Int, _ reply: Reply) {
        guard let entry = connection.poster.accept(number) else { return }
        connection.backoff.reset()
        sent(entry, reply)
        pump()
    }

    /// Reports that a message of ours has come back, which places it after everything reported before.
    ///
    /// - Returns: whether the message was being sent.
    package mutating func place(_ message: MessageID, in chat: ChatID) -> Bool {
        guard let entry = connection.poster.place(message, in: chat) else { return false }
        finish(entry.effect, .message(.sent(MessageKey(chat: chat, message: message))))
        return true
    }

    /// Places the accepted messages of a chat that will not come back by themselves.
    package mutating func placeAll(in chat: ChatID) {
        for message in connection.poster.taken(in: chat) { _ = place(message, in: chat) }
    }

    mutating func failedPosting(_ number: Int, _ failure: RequestFailure) {
        switch failure {
        case .refused(let reason, _), .local(let reason): refuse(number, reason)
        case .busy(_, let retryAfter):
            guard let seconds = connection.poster.postpone(number, connection.environment.chance()) else { return }
            if let retryAfter, retryAfter > Poster.longestSilence { return limit(for: retryAfter) }
            connection.wake(.repost(number: number), after: max(seconds, retryAfter ?? 0))
        default:
            if number == connection.poster.number, connection.isOnline { lose(failure) }
        }
    }

    /// Fails a message, and posts the next one.
    package mutating func refuse(_ number: Int, _ reason: String) {
        guard let entry = connection.poster.finish(number) else { return }
        let (chat, message) = (entry.message.chat, entry.message.id)
        if !entry.isPlaced {
            finish(entry.effect, .message(.sendFailed(MessageFailure(chat: chat, message: message, reason: reason))))
        }
        pump()
    }

    /// Queues our messages while the server limits requests. Messages from others still arrive.
    private mutating func limit(for seconds: Double) {
        tell(.connection(.disconnected(Disconnection(connection.limited(for: seconds), .rateLimited))))
        giveUpPosts()
        connection.wake(.unlimited, after: seconds)
    }

    mutating func giveUpPosts() {
        for entry in connection.poster.giveUp() { wait(entry) }
    }

    private mutating func wait(_ entry: Poster.Entry) {
        let (chat, message) = (entry.message.chat, entry.message.id)
        let queued = QueuedMessage(chat: chat, message: message, isAttempted: entry.isAttempted)
        finish(entry.effect, .outbox(.queued(queued)))
    }
}
