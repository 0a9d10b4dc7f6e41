import Foundation
import TelexCore

/// Moves the files of messages between the server and this device, each in a task of its own.
package protocol FileTransport: AnyObject, Sendable {
    /// Uploads a file. An upload of the same message that was cut off is continued, if the server can do that.
    ///
    /// - Parameters:
    ///   - path: the file on this device.
    ///   - key: the message that brings it.
    ///   - progress: is told how many bytes the server has.
    /// - Returns: where the server has it, for `MessageFile.source`.
    func upload(
        _ file: MessageFile, of key: MessageKey, from path: String, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) -> String

    /// Downloads a file. What an earlier attempt has written is continued, if the server can do that.
    ///
    /// - Parameters:
    ///   - path: where the content is written on this device. Its length and hash are checked later.
    ///   - limit: the most bytes that the content may have.
    ///   - progress: is told how many bytes are here.
    func download(
        _ file: MessageFile, into path: String, limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure)
}

/// Uploads the files of our messages before they are posted, and downloads those of others. `lock` guards the variables
/// below it.
final class FileMover: @unchecked Sendable {
    /// How often to retry a download that makes no progress. An upload waits for the connection instead.
    private static let downloadRetries = 4
    /// How long a busy server is left alone, in seconds, unless it says.
    private static let busyPause = 5.0

    private let transport: any FileTransport
    private let files: any FileStore
    /// The pause before the rest of a file is asked for, in seconds. It doubles with each attempt without progress.
    private let pause: Double
    private let tasks = TaskSet()

    /// It is held while answers are delivered, which may ask whether the mover is busy.
    private let lock = NSRecursiveLock()
    /// The running tasks, by their effects.
    private var moving: [Int: Int] = [:]
    /// The lanes in which a transfer runs, even if it was cancelled and has not ended yet, with those that wait for it.
    private var waiting: [Lane: [(effect: Int, transfer: Transfer)]] = [:]

    /// Transfers that must not overlap.
    private enum Lane: Hashable {
        /// Messages with files are posted in the order in which they were sent.
        case uploads
        /// They write to the same part.
        case downloads(FileID)
    }

    /// Transfers a file, and returns how to answer. Nothing is answered for what was cancelled.
    private typealias Transfer = @Sendable () async -> @Sendable () -> Void

    init(_ transport: any FileTransport, _ files: any FileStore, pause: Double = 0.2) {
        self.transport = transport
        self.files = files
        self.pause = pause
    }

    /// Whether a file is being transferred.
    var isBusy: Bool { lock.withLock { !moving.isEmpty || waiting.values.contains { !$0.isEmpty } } }

    func cancel(_ effect: Int) {
        let task = lock.withLock {
            for lane in waiting.keys { waiting[lane]?.removeAll { $0.effect == effect } }
            return moving.removeValue(forKey: effect)
        }
        if let task { tasks.cancel(task) }
    }

    /// Starts a transfer once those of its lane that were enqueued before have ended.
    private func enqueue(_ lane: Lane, _ effect: Int, _ transfer: @escaping Transfer) {
        lock.withLock {
            if waiting[lane] == nil {
                waiting[lane] = []
                start(lane, effect, transfer)
            } else {
                waiting[lane]?.append((effect, transfer))
            }
        }
    }

    /// Starts a transfer. `lock` is held, so that it can be cancelled at any time.
    ///
    /// It stops counting as running before its answer is delivered, because nothing wakes a waiting session after that.
    private func start(_ lane: Lane, _ effect: Int, _ transfer: @escaping Transfer) {
        moving[effect] = tasks.start { [weak self] in
            let answer = await transfer()
            self?.lock.withLock {
                if self?.moving.removeValue(forKey: effect) != nil { answer() }
                self?.startNext(lane)
            }
        }
    }

    /// Starts the next transfer of a lane, if there is one. `lock` is held.
    private func startNext(_ lane: Lane) {
        guard let next = waiting[lane]?.first else { return waiting[lane] = nil }
        waiting[lane]?.removeFirst()
        start(lane, next.effect, next.transfer)
    }

    // MARK: Downloads

    func fetch(_ fetch: FileFetch, _ answer: Answer) {
        let file = fetch.file
        enqueue(.downloads(file.id), answer.effect) { [self] in
            let events: [Event]
            let told = Progress { if let event = fetch.progress($0) { answer(event) } }
            do {
                let part = try files.part(of: file)
                try await again(told, retries: Self.downloadRetries) { () async throws(RequestFailure) in
                    try await transport.download(
                        file, into: part, limit: fetch.limit, { told.tell($0) })
                }
                // A cancelled one leaves what has come for the next.
                events = Task.isCancelled ? [] : files.finish(fetch)
            } catch {
                switch error {
                case RequestFailure.refused, RequestFailure.local: files.dropPart(of: file)
                default: break
                }
                let problem = (error as? any FileError)?.problem
                events = [fetch.failed(Self.reason(error, hasBegun: told.furthest > 0), problem)]
            }
            return {
                for event in events { answer(event) }
                answer.end()
            }
        }
    }

    private static func reason(_ error: any Error, hasBegun: Bool) -> String {
        switch error {
        case RequestFailure.offline(let reason), RequestFailure.untrusted(let reason):
            hasBegun
                ? "The file was not fetched whole. \(sentence(reason)) What has come is kept; fetch it again."
                : "The file was not fetched. \(sentence(reason)) Fetch it again."
        case RequestFailure.busy(let reason, _), RequestFailure.refused(let reason, _),
            RequestFailure.local(let reason):
            "The file was not fetched. \(reason)"
        case RequestFailure.loggedOut: "The file was not fetched: the server no longer accepts this login."
        default: "The file was not fetched: \(error)."
        }
    }

    private static func sentence(_ reason: String) -> String { reason.hasSuffix(".") ? reason : "\(reason)." }

    /// Repeats what was cut off, as long as it makes progress.
    ///
    /// - Parameter retries: how often to repeat an attempt without progress.
    private func again<Value>(
        _ told: Progress, retries: Int = 0, _ attempt: () async throws(RequestFailure) -> Value
    ) async throws(RequestFailure) -> Value {
        var (pause, left) = (pause, retries)
        while true {
            let before = told.furthest
            do { return try await attempt() } catch {
                switch error {
                case .offline where told.furthest > before:
                    (pause, left) = (self.pause, retries)
                    try? await Task.sleep(for: .seconds(pause))
                case .offline where left > 0:
                    try? await Task.sleep(for: .seconds(pause))
                    (pause, left) = (2 * pause, left - 1)
                case .busy(_, let retryAfter?): try? await Task.sleep(for: .seconds(retryAfter))
                default: throw error
                }
                if Task.isCancelled { throw error }
            }
        }
    }

    // MARK: Uploads

    /// Uploads the file of a message.
    ///
    /// - Parameter post: is called with the message once the server has the file, and nothing is answered then.
    func upload(
        _ message: Message, _ file: MessageFile, _ answer: Answer, then post: @escaping @Sendable (Message) -> Void
    ) {
        enqueue(.uploads, answer.effect) { [self] in
            let key = message.key
            let failure: Event
            do throws(RequestFailure) {
                guard let path = files.path(of: file.id) else {
                    throw .local("The file is no longer on this device. Send it again.")
                }
                let told = Progress {
                    answer(.file(.progressed(FileProgress(chat: key.chat, message: key.message, done: $0))))
                }
                let source = try await again(told) { () async throws(RequestFailure) in
                    try await transport.upload(file, of: key, from: path, { told.tell($0) })
                }
                return {
                    var uploaded = message
                    uploaded.content.file?.source = source
                    answer(.file(.uploaded(UploadedFile(chat: key.chat, message: key.message, source: source))))
                    post(uploaded)
                }
            } catch {
                switch error {
                case .refused(let reason, _), .busy(let reason, _), .local(let reason):
                    failure = Self.notSent(key, reason, error.problem)
                case .offline, .untrusted, .loggedOut:
                    failure = .outbox(.queued(QueuedMessage(chat: key.chat, message: key.message)))
                }
            }
            return {
                answer(failure)
                answer.end()
            }
        }
    }

    private static func notSent(_ key: MessageKey, _ reason: String, _ problem: FileProblem?) -> Event {
        let (chat, message) = (key.chat, key.message)
        return .message(
            .sendFailed(MessageFailure(chat: chat, message: message, reason: reason, fileProblem: problem)))
    }
}

/// Tells how much of a file has been transferred, ten times a second at most.
private final class Progress: @unchecked Sendable {
    private static let interval = Duration.milliseconds(100)

    private let report: @Sendable (Int64) -> Void
    private let lock = NSLock()
    private var last: ContinuousClock.Instant?
    private var most: Int64 = 0

    init(_ report: @escaping @Sendable (Int64) -> Void) { self.report = report }

    /// The most bytes that were told of.
    var furthest: Int64 { lock.withLock { most } }

    func tell(_ done: Int64) {
        let isDue = lock.withLock {
            most = max(most, done)
            let now = ContinuousClock.now
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { report(done) }
    }
}
