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

/// Uploads the files of our messages, and downloads those of others. `lock` guards the variables below it.
final class FileMover: @unchecked Sendable {
    private let transport: any FileTransport
    private let files: any FileStore
    /// How much of a pause to wait.
    private let pace: Double
    private let tasks = TaskSet()

    /// It is held while downloads are answered, which may ask whether the mover is busy.
    private let lock = NSRecursiveLock()
    /// The running tasks, by their effects.
    private var moving: [Int: Int] = [:]
    /// The lanes in which a transfer runs, even if it was cancelled and has not ended yet, with those that wait for it.
    private var waiting: [Lane: [(effect: Int, transfer: Transfer)]] = [:]

    /// Transfers that must not overlap.
    private enum Lane: Hashable {
        /// The server puts the parts of one upload together.
        case upload(MessageKey)
        /// They write to the same part.
        case download(FileID)
    }

    /// Transfers a file, and returns how to answer. Nothing is answered for what was cancelled.
    private typealias Transfer = @Sendable () async -> Ending

    private enum Ending: Sendable {
        case answer(@Sendable () -> Void)
        /// The link is told, which may start the next transfer.
        case report(@Sendable () -> Void)
    }

    /// - Parameter pace: how much of a pause to wait: 1 is all of it.
    init(_ transport: any FileTransport, _ files: any FileStore, pace: Double = 1) {
        self.transport = transport
        self.files = files
        self.pace = pace
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
            let ending = await transfer()
            let isAwaited = self?.lock.withLock {
                let isAwaited = self?.moving.removeValue(forKey: effect) != nil
                if isAwaited, case .answer(let answer) = ending { answer() }
                self?.startNext(lane)
                return isAwaited
            }
            if isAwaited == true, case .report(let report) = ending { report() }
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
        enqueue(.download(file.id), answer.effect) { [self] in
            let events: [Event]
            let told = Progress { if let event = fetch.progress($0) { answer(event) } }
            do {
                let part = try files.part(of: file)
                try await again(told, repeatsFailures: true) { () async throws(RequestFailure) in
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
            return .answer { [events] in
                for event in events { answer(event) }
                answer.end()
            }
        }
    }

    private static func reason(_ error: any Error, hasBegun: Bool) -> String {
        switch error {
        case RequestFailure.offline(let reason), RequestFailure.untrusted(let reason):
            hasBegun
                ? "The file was not fetched whole. \(LinkReason.sentence(reason)) What has come is kept; fetch it again."
                : "The file was not fetched. \(LinkReason.sentence(reason)) Fetch it again."
        case RequestFailure.busy(_, let seconds?):
            "The file was not fetched. \(LinkReason.tryAgain(LinkReason.limited(until: Date(timeIntervalSinceNow: seconds))))"
        case RequestFailure.busy(let reason, nil):
            "The file was not fetched. \(LinkReason.sentence(reason)) Fetch it again later."
        case RequestFailure.refused(let reason, _), RequestFailure.foreign(_, let reason),
            RequestFailure.local(let reason):
            "The file was not fetched. \(reason)"
        case RequestFailure.loggedOut: "The file was not fetched: the server no longer accepts this login."
        default: "The file was not fetched: \(error)."
        }
    }

    /// Repeats what was cut off, as long as it makes progress.
    ///
    /// - Parameter repeatsFailures: whether to repeat an attempt that failed without progress, too, as the policy says.
    private func again<Value>(
        _ told: Progress, repeatsFailures: Bool = false, _ attempt: () async throws(RequestFailure) -> Value
    ) async throws(RequestFailure) -> Value {
        var policy = RetryPolicy()
        while true {
            let before = told.furthest
            do { return try await attempt() } catch {
                let hasMoved = told.furthest > before
                switch error {
                case .offline where hasMoved || repeatsFailures, .busy where repeatsFailures: break
                default: throw error
                }
                if hasMoved { policy = RetryPolicy() }
                let (seconds, isSilent) = policy.fail(error.retryAfter, .random(in: 0...1))
                if !isSilent { throw error }
                if hasMoved { policy = RetryPolicy() }
                try? await Task.sleep(for: .seconds(seconds * pace))
                if Task.isCancelled { throw error }
            }
        }
    }

    // MARK: Uploads

    /// Uploads the file of a message. What fails is up to the caller, except that what was cut off goes on.
    ///
    /// - Parameters:
    ///   - answer: is told how much of the file the server has.
    ///   - sent: is called once all of the file was sent.
    ///   - report: is called with the place where the server has the file, unless the upload was cancelled.
    func upload(
        _ file: MessageFile, of key: MessageKey, _ answer: Answer, sent: @escaping @Sendable () -> Void = {},
        then report: @escaping @Sendable (Result<String, RequestFailure>) -> Void
    ) {
        enqueue(.upload(key), answer.effect) { [self] in
            let result: Result<String, RequestFailure>
            do throws(RequestFailure) {
                guard let path = files.path(of: file.id) else {
                    throw .local("The file is no longer on this device. Send it again.")
                }
                let told = Progress(of: file.byteCount) { done in
                    answer(.file(.progressed(FileProgress(chat: key.chat, message: key.message, done: done))))
                    if done == file.byteCount { sent() }
                }
                result = .success(
                    try await again(told) { () async throws(RequestFailure) in
                        try await transport.upload(file, of: key, from: path, { told.tell($0) })
                    })
            } catch { result = .failure(error) }
            return .report { report(result) }
        }
    }
}

/// Tells how much of a file has been transferred, ten times a second at most, and once that is all of it.
private final class Progress: @unchecked Sendable {  // `lock` guards the variables below it
    private static let interval = Duration.milliseconds(100)

    private let whole: Int64?
    private let report: @Sendable (Int64) -> Void
    private let lock = NSLock()
    private var last: ContinuousClock.Instant?
    private var most: Int64 = 0

    /// - Parameter whole: the length of the file, if it matters that all of it was told of.
    init(of whole: Int64? = nil, _ report: @escaping @Sendable (Int64) -> Void) {
        self.whole = whole
        self.report = report
    }

    /// The most bytes that were told of.
    var furthest: Int64 { lock.withLock { most } }

    func tell(_ done: Int64) {
        let isDue = lock.withLock {
            let isLast = done == whole && most != whole
            most = max(most, done)
            let now = ContinuousClock.now
            if let last, !isLast, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { report(done) }
    }
}
