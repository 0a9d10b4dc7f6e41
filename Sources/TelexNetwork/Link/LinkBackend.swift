import Foundation
import TelexCore

/// Talks to a server for a link.
package protocol LinkTransport<Link>: AnyObject, Sendable {
    associatedtype Link: BackendLink
    /// Receives the result of a request.
    typealias Report = @Sendable (Link.Purpose, Result<Link.Reply, RequestFailure>) -> Void

    /// Sends a request, and passes on the reply. A channel passes on each reply until it ends, which is a failure.
    func send(
        _ request: Link.Request, for purpose: Link.Purpose, _ take: @escaping @Sendable (Link.Reply) -> Void
    ) async throws(RequestFailure)
    /// Starts other work. It is called in order, one call at a time, and may report from any thread once it has
    /// returned.
    func begin(_ work: Link.Work, _ report: @escaping Report)
}

extension LinkTransport where Link.Work == Never {
    package func begin(_ work: Never, _ report: @escaping Report) {}
}

/// The backend for a server: performs a link's actions, and reports the results to it. `lock` guards the variables
/// below it.
package final class LinkBackend<Link: BackendLink>: ChatBackend, @unchecked Sendable {
    private let transport: any LinkTransport<Link>
    /// The requests and timers that belong to the connection, and all other requests.
    private let (connected, others) = (TaskSet(), TaskSet())

    private let lock = NSLock()
    private var link: Link
    private var answers: [Int: Answer] = [:]
    /// The last way in which the owner of Telex was to be answered.
    private var owner: Answer?

    private let mover: FileMover?

    /// - Parameter files: the files that messages bring; `nil` if none are kept.
    package init(
        _ link: Link, _ transport: some LinkTransport<Link> & FileTransport, files: (any FileStore)? = nil
    ) {
        self.link = link
        self.transport = transport
        mover = files.map { FileMover(transport, $0) }
    }

    // MARK: For the thread that owns Telex

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        switch request {
        case .fetch(let fetch):
            if let mover { return mover.fetch(fetch, answer) }
        default: break
        }
        handle(.perform(request, effect: answer.effect), answer)
    }

    package func open(_ channel: BackendChannel, _ answer: Answer) {
        handle(.open(channel, effect: answer.effect), answer)
    }

    package func cancel(_ effect: Int) {
        mover?.cancel(effect)
        handle(.cancel(effect: effect))
        lock.withLock { answers[effect] = nil }
    }

    package func control(_ json: String) throws { throw BackendControlError.unsupported(LinkReason.noCommands) }

    package var isBusy: Bool { lock.withLock { link.isPosting } }

    package var movesFiles: Bool { mover?.isBusy == true || lock.withLock { link.isUploading } }

    // MARK: For the link

    private func handle(_ input: LinkInput<Link>, _ answer: Answer? = nil) {
        lock.withLock {
            if let answer { (answers[answer.effect], owner) = (answer, answer) }
            let (wasPosting, wasUploading) = (link.isPosting, link.isUploading)
            for action in link.handle(input) { perform(action) }
            // The owner may wait for that alone, if the message came back before the reply to its post.
            if wasPosting && !link.isPosting || wasUploading && !link.isUploading { owner?.wake() }
        }
    }

    private func perform(_ action: LinkAction<Link>) {
        switch action {
        case .answer(let effect, let event): answers[effect]?(event)
        case .keep(let effect, let name, let value): answers[effect]?.keep(name, value)
        case .end(let effect): answers.removeValue(forKey: effect)?.end()
        case .request(let request, let purpose, let connection): send(request, purpose, connection)
        case .upload(let file, let key, let number, let effect): upload(file, of: key, number, effect)
        case .dropConnection: connected.cancelAll()
        case .work(let work):
            let connection = link.connection.number
            transport.begin(work) { [weak self] in self?.handle(.answered($0, $1, connection: connection)) }
        case .wake(let alarm, let seconds, let connection):
            connected.start { [weak self] in
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                self?.handle(.woken(alarm, connection: connection))
            }
        case .wakeAfterCommit(let alarm, let connection):
            link.connection.push.flatMap { answers[$0] }?.afterCommit { [weak self] in
                self?.handle(.woken(.own(alarm), connection: connection))
            }
        }
    }

    /// Uploads a file. The result comes from another thread.
    private func upload(_ file: MessageFile, of key: MessageKey, _ number: Int, _ effect: Int) {
        let report: @Sendable (Result<String, RequestFailure>) -> Void = { [weak self] in
            self?.handle(.uploaded(number: number, $0))
        }
        guard let mover, let answer = answers[effect] else {
            return _ = others.start { report(.failure(.local(LinkReason.noFiles))) }
        }
        mover.upload(
            file, of: key, answer, sent: { [weak self] in self?.handle(.sentFile(number: number)) }, then: report)
    }

    private func send(_ request: Link.Request, _ purpose: Link.Purpose, _ connection: Int) {
        let tasks = purpose.asker == .connection ? connected : others
        tasks.start { [weak self, transport] in
            do throws(RequestFailure) {
                try await transport.send(request, for: purpose) { [weak self] in
                    self?.handle(.answered(purpose, .success($0), connection: connection))
                }
            } catch {
                self?.handle(.answered(purpose, .failure(error), connection: connection))
            }
        }
    }
}
