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
    /// The largest file that is downloaded if its message does not tell the length, in bytes: 1 GiB.
    private static let largest: Int64 = 1 << 30
    /// The pause before the rest of a file is asked for, in seconds.
    private static let pause = 0.2
    /// How long a busy server is left alone, in seconds, unless it says.
    private static let busyPause = 5.0

    private let transport: any FileTransport
    private let files: any FileStore
    private let tasks = TaskSet()

    private let lock = NSLock()
    /// The running tasks, by their effects.
    private var moving: [Int: Int] = [:]
    /// The upload that is running, and those after it: messages with files are posted in the order in which they were sent.
    private var uploads: [(effect: Int, work: @Sendable () async -> Void)] = []

    init(_ transport: any FileTransport, _ files: any FileStore) {
        self.transport = transport
        self.files = files
    }

    /// Whether a file is being transferred.
    var isBusy: Bool { lock.withLock { !moving.isEmpty || !uploads.isEmpty } }

    func cancel(_ effect: Int) {
        let task = lock.withLock {
            if let place = uploads.dropFirst().firstIndex(where: { $0.effect == effect }) { uploads.remove(at: place) }
            return moving.removeValue(forKey: effect)
        }
        if let task { tasks.cancel(task) }
    }

    private func start(_ effect: Int, _ work: @escaping @Sendable () async -> Void) {
        lock.withLock {
            moving[effect] = tasks.start { [weak self] in
                await work()
                _ = self?.lock.withLock { self?.moving.removeValue(forKey: effect) }
            }
        }
    }

    /// Starts a task once those that were enqueued before have ended.
    private func enqueue(_ effect: Int, _ work: @escaping @Sendable () async -> Void) {
        let isFirst = lock.withLock {
            uploads.append((effect, work))
            return uploads.count == 1
        }
        if isFirst { startUpload() }
    }

    private func startUpload() {
        guard let next = lock.withLock({ uploads.first }) else { return }
        start(next.effect) { [weak self] in
            await next.work()
            _ = self?.lock.withLock { self?.uploads.removeFirst() }
            self?.startUpload()
        }
    }

    // MARK: Downloads

    func fetch(_ key: MessageKey, _ file: MessageFile, _ request: BackendRequest, _ answer: Answer) {
        start(answer.effect) { [self] in
            do {
                let part = try files.part(of: file)
                let told = Progress(key, answer)
                try await again(told) { () async throws(RequestFailure) in
                    try await transport.download(
                        file, into: part, limit: file.byteCount ?? Self.largest, { told.tell($0) })
                }
                for event in files.finish(file, of: key) { answer(event) }
            } catch {
                switch error {
                case RequestFailure.refused, RequestFailure.local: files.dropPart(of: file)
                default: break
                }
                let problem = (error as? RequestFailure)?.fileProblem ?? (error as? any FileError)?.problem
                if let event = request.failed(Self.reason(error), problem) { answer(event) }
            }
            answer.end()
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case RequestFailure.offline(let reason), RequestFailure.untrusted(let reason):
            "The file was not fetched whole: \(reason). What has come is kept; fetch it again."
        case RequestFailure.busy(let reason, _), RequestFailure.refused(let reason, _),
            RequestFailure.local(let reason):
            "The file was not fetched. \(reason)"
        case RequestFailure.loggedOut: "The file was not fetched: the server no longer accepts this login."
        default: "The file was not fetched: \(error)."
        }
    }

    /// Repeats what was cut off, as long as each attempt gets further.
    private func again<Value>(
        _ told: Progress, _ attempt: () async throws(RequestFailure) -> Value
    ) async throws(RequestFailure) -> Value {
        while true {
            let before = told.furthest
            do { return try await attempt() } catch {
                guard !Task.isCancelled else { throw error }
                switch error {
                case .offline where told.furthest > before: try? await Task.sleep(for: .seconds(Self.pause))
                case .busy(_, let retryAfter?): try? await Task.sleep(for: .seconds(retryAfter))
                default: throw error
                }
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
        enqueue(answer.effect) { [self] in
            let key = message.key
            guard let path = files.path(of: file.id) else {
                answer(Self.notSent(key, "The file is no longer here. Send it again.", .inputOutput))
                return answer.end()
            }
            do throws(RequestFailure) {
                let told = Progress(key, answer)
                let source = try await again(told) { () async throws(RequestFailure) in
                    try await transport.upload(file, of: key, from: path, { told.tell($0) })
                }
                if Task.isCancelled { return }
                answer(.file(.uploaded(UploadedFile(chat: key.chat, message: key.message, source: source))))
                var uploaded = message
                uploaded.content.file?.source = source
                post(uploaded)
            } catch {
                switch error {
                case .refused(let reason, _), .busy(let reason, _), .local(let reason):
                    answer(Self.notSent(key, reason, error.fileProblem))
                case .offline, .untrusted, .loggedOut:
                    answer(.outbox(.queued(QueuedMessage(chat: key.chat, message: key.message))))
                }
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

    private let key: MessageKey
    private let answer: Answer
    private let lock = NSLock()
    private var last: ContinuousClock.Instant?
    private var most: Int64 = 0

    init(_ key: MessageKey, _ answer: Answer) {
        self.key = key
        self.answer = answer
    }

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
        if isDue { answer(.file(.progressed(FileProgress(chat: key.chat, message: key.message, done: done)))) }
    }
}
