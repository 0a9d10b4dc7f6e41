import Foundation
import TelexCore

/// Posts our messages, in order in each chat. Each is retried until the server accepts or refuses it.
extension BackendLink {
    /// Whether messages of ours are being posted. Those that wait for a file do not count.
    package var isPosting: Bool { connection.poster.isPosting || connection.changes.holdsBackMessages }
    /// Whether files of our messages are being uploaded.
    package var isUploading: Bool { connection.poster.isUploading }

    mutating func post(_ message: Message, _ effect: Int) {
        switch connection.state {
        case .idle, .offline: wait(Poster.Entry(message: message, effect: effect))
        case .connecting, .online:
            connection.poster.add(message, effect)
            pump()
        }
    }

    /// Posts the next messages, if any can be posted now.
    package mutating func pump() {
        if !connection.isOnline || connection.isPumping { return }
        // What is refused at once pumps again.
        connection.isPumping = true
        defer { connection.isPumping = false }
        while let (entry, number) = connection.poster.begin(canPost) { post(entry.message, number: number) }
        if let number = connection.poster.slowPost(canPost), connection.slowPost != number {
            connection.slowPost = number
            connection.wake(.overtake(number: number), after: Self.postPatience)
        }
    }

    /// How long messages to other chats wait for the answer to a post or an upload, in seconds.
    private static var postPatience: Double { 2 }

    /// Lets other chats go first if a post or an upload has no answer yet.
    mutating func overtake(_ number: Int) {
        connection.poster.overtake(number)
        pump()
    }

    /// Goes on with a message, under a new number, after something else was asked for.
    package mutating func repost(_ number: Int) {
        guard let (entry, number) = connection.poster.beginAgain(number) else { return }
        post(entry.message, number: number)
    }

    /// Posts a message that has waited for its next attempt.
    mutating func retryPost(_ number: Int) {
        connection.poster.resume(number)
        pump()
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
        pump()
        return true
    }

    /// Places the accepted messages of a chat that will not come back by themselves.
    package mutating func placeAll(in chat: ChatID) {
        for message in connection.poster.taken(in: chat) { _ = place(message, in: chat) }
    }

    /// Fails a message, and posts the next one.
    package mutating func refuse(_ number: Int, _ reason: String) {
        guard let entry = connection.poster.finish(number) else { return }
        fail(entry, reason, nil)
        pump()
    }

    private mutating func fail(_ entry: Poster.Entry, _ reason: String, _ problem: FileProblem?) {
        if entry.isPlaced { return }
        let (chat, message) = (entry.message.chat, entry.message.id)
        let failure = MessageFailure(chat: chat, message: message, reason: reason, fileProblem: problem)
        finish(entry.effect, .message(.sendFailed(failure)))
    }

    // MARK: Files

    /// Uploads the file of a message if the server lacks it. The message is posted after that.
    ///
    /// - Returns: whether there is something to upload.
    package mutating func uploads(_ message: Message, number: Int) -> Bool {
        guard let entry = connection.poster.entry(number), entry.isUpload, let file = message.file else { return false }
        connection.act(.upload(file, of: message.key, number: number, effect: entry.effect))
        return true
    }

    /// Lets other chats go first unless the answer comes soon.
    mutating func sentFile(_ number: Int) { connection.wake(.overtake(number: number), after: Self.postPatience) }

    mutating func uploaded(_ number: Int, _ result: Result<String, RequestFailure>) {
        switch result {
        case .failure(.foreign(let outage, _)) where connection.isOffline: failedPosting(number, .offline(outage))
        case .failure(.foreign(let outage, let refusal)):
            suspect(.upload(number: number), outage: outage, refusal: refusal)
        case .failure(let failure): failedPosting(number, failure)
        case .success(let source):
            guard let entry = connection.poster.uploaded(number, source) else { return }
            let key = entry.message.key
            answer(
                entry.effect,
                .file(.uploaded(UploadedFile(chat: key.chat, message: key.message, source: source))))
            if connection.isOffline { return giveUpPosts() }
            pump()
        }
    }

    // MARK: Failures

    mutating func failedPosting(_ number: Int, _ failure: RequestFailure) {
        guard let entry = connection.poster.entry(number) else { return }
        switch failure {
        case .refused(let reason, _), .foreign(_, let reason), .local(let reason):
            _ = connection.poster.finish(number)
            fail(entry, reason, entry.isUpload ? failure.problem : nil)
            pump()
        case .loggedOut where connection.isOnline: lose(failure)
        case _ where connection.isOffline: giveUp(number, nil)
        // The first time, it is the connection that is looked at: a message may have been lost along with it.
        case .offline where !entry.isUpload && isFirst(number), .untrusted where !entry.isUpload && isFirst(number):
            _ = connection.poster.fail(number, nil, connection.environment.chance())
            lose(failure)
        case .busy, .offline, .untrusted, .loggedOut: delay(number, failure)
        }
    }

    private func isFirst(_ number: Int) -> Bool { connection.isOnline && connection.poster.failures(number) == 0 }

    /// Sends a message again later. If that takes long, it goes back to the core, which tells the user.
    private mutating func delay(_ number: Int, _ failure: RequestFailure) {
        let (environment, retryAfter) = (connection.environment, failure.retryAfter)
        guard let (seconds, isSilent) = connection.poster.fail(number, retryAfter, environment.chance()) else { return }
        if isSilent {
            connection.poster.postpone(number)
            connection.wake(.repost(number: number), after: seconds)
        } else {
            let until = environment.now().addingTimeInterval(seconds)
            let reason =
                retryAfter.map { $0 >= seconds } == true
                ? LinkReason.limited(until: until) + "." : LinkReason.next(at: until, after: connection.reason(failure))
            giveUp(number, Hold(reason: reason, until: until))
        }
        pump()
    }

    /// Has the messages of a chat wait in the core.
    ///
    /// - Parameter hold: why the first of them waits; `nil` if there is no connection.
    private mutating func giveUp(_ number: Int, _ hold: Hold?) {
        for (index, entry) in connection.poster.giveUp(number).enumerated() { wait(entry, index == 0 ? hold : nil) }
    }

    mutating func giveUpPosts() {
        for entry in connection.poster.giveUp() { wait(entry) }
    }

    private mutating func wait(_ entry: Poster.Entry, _ hold: Hold? = nil) {
        let (chat, message) = (entry.message.chat, entry.message.id)
        let queued = QueuedMessage(chat: chat, message: message, isAttempted: entry.isAttempted, hold: hold)
        finish(entry.effect, .outbox(.queued(queued)))
    }
}
