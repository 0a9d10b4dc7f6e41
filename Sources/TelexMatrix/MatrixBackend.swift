import Foundation
import TelexCore

/// The backend for a homeserver: does what `MatrixLink` says, and tells it what came of it.
package final class MatrixBackend: ChatBackend, @unchecked Sendable {  // `lock` guards the variables below it
    private let endpoint: MatrixEndpoint

    private let lock = NSLock()
    private var link: MatrixLink
    private var answers: [Int: Answer] = [:]
    /// What is under way on the connection, by numbers.
    private var requests: [Int: Task<Void, Never>] = [:]
    private var lastRequest = 0

    /// - Parameters:
    ///   - bookmark: what the store has kept under a name of `connection.bookmarked`; asked from any thread.
    ///   - bookmarks: all that it has kept under names that begin so.
    package init(
        _ account: MatrixAccount, bookmark: @escaping (String) -> String?,
        bookmarks: @escaping (String) -> [String: String]
    ) {
        endpoint = MatrixEndpoint(url: account.url, token: account.token, authority: account.authority)
        link = MatrixLink(account, MatrixLink.Keep(value: bookmark, all: bookmarks)) {
            Double.random(in: 0...1)
        } now: {
            Date()
        }
    }

    deinit { for request in requests.values { request.cancel() } }

    // MARK: For the thread that owns Telex

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        take(.perform(request, effect: answer.effect), answer)
    }

    package func open(_ channel: BackendChannel, _ answer: Answer) {
        take(.open(channel, effect: answer.effect), answer)
    }

    package func cancel(_ effect: Int) {
        take(.cancel(effect: effect))
        lock.withLock { answers[effect] = nil }
    }

    package func control(_ json: String) throws {
        throw BackendControlError.unsupported(
            "A homeserver takes no commands from here; only the embedded backend does.")
    }

    package var isBusy: Bool { lock.withLock { link.isPosting } }

    // MARK: The link

    private func take(_ input: MatrixInput, _ answer: Answer? = nil) {
        lock.withLock {
            if let answer { answers[answer.effect] = answer }
            let actions = link.take(input)
            for action in actions { perform(action) }
        }
    }

    private func perform(_ action: MatrixAction) {
        switch action {
        case .answer(let effect, let event): answers[effect]?(event)
        case .end(let effect): answers.removeValue(forKey: effect)?.end()
        case .request(let request, let purpose): send(request, purpose)
        case .awaitCommit(let connection): awaitCommit(connection)
        case .drop:
            for request in requests.values { request.cancel() }
            requests = [:]
        case .wake(let alarm, let seconds):
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(seconds))
                self?.take(.woken(alarm))
            }
        }
    }

    private func awaitCommit(_ connection: Int) {
        link.push.flatMap { answers[$0] }?.afterCommit { [weak self] in self?.take(.committed(connection: connection)) }
    }

    private func send(_ request: MatrixRequest, _ purpose: Purpose) {
        lastRequest += 1
        let number = lastRequest
        let task = Task { [weak self, endpoint] in
            let result: Result<JSON, MatrixFailure>
            do throws(MatrixFailure) { result = .success(try await endpoint.send(request)) } catch {
                result = .failure(error)
            }
            self?.finish(number)
            self?.take(.answered(purpose, result))
        }
        if purpose.belongsToConnection { requests[number] = task }
    }

    private func finish(_ number: Int) { _ = lock.withLock { requests.removeValue(forKey: number) } }
}

extension Purpose {
    /// Whether nobody waits for the answer when the connection is lost.
    fileprivate var belongsToConnection: Bool {
        switch self {
        case .sync, .joinedRooms, .beginning, .messages, .fill, .author, .text: true
        default: false
        }
    }
}
