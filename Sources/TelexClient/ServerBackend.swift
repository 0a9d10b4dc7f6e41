import Foundation
import NIOCore
import TelexAPI
import TelexCore
import TelexNetwork
import TelexSocket

/// The backend for a telex-server: does what `ServerLink` says, and tells it what came of it.
package final class ServerBackend: ChatBackend, @unchecked Sendable {  // `lock` guards the variables below it
    private let endpoint: ChatEndpoint
    private let account: Account
    private let bookmarks: () throws -> [String: String]

    private let lock = NSLock()
    private var link: ServerLink
    private var answers: [Int: Answer] = [:]
    private var push: Task<Void, Never>?
    private var socket: Task<Void, Never>?
    private var outgoing: AsyncStream<WebSocketConnection.Outgoing>.Continuation?

    /// - Parameter bookmarks: what the store has kept of `connection.bookmarked`; asked on the thread that owns `Telex`.
    package init(_ account: Account, bookmarks: @escaping () throws -> [String: String]) {
        self.account = account
        self.bookmarks = bookmarks
        endpoint = ChatEndpoint(account)
        link = ServerLink(account) { Double.random(in: 0...1) }
    }

    deinit {
        push?.cancel()
        socket?.cancel()
    }

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
        throw BackendControlError.unsupported("A server takes no commands from here; only the embedded backend does.")
    }

    package var isBusy: Bool { lock.withLock { link.isPosting } }

    // MARK: The link

    private func take(_ input: LinkInput, _ answer: Answer? = nil) {
        lock.withLock {
            if let answer { answers[answer.effect] = answer }
            // What cannot be read now is fetched again: the core knows what it has.
            let actions = link.take(input) { (try? bookmarks()) ?? [:] }
            for action in actions { perform(action) }
        }
    }

    private func perform(_ action: LinkAction) {
        switch action {
        case .answer(let effect, let event): answers[effect]?(event)
        case .end(let effect): answers.removeValue(forKey: effect)?.end()
        case .request(let request, let purpose): send(request, purpose)
        case .openPush(let connection): openPush(connection)
        case .closePush: push?.cancel()
        case .openSocket(let chat, let number): openSocket(chat, number)
        case .closeSocket:
            // It says goodbye, and ends by itself.
            outgoing?.finish()
            outgoing = nil
        case .tellTyping: outgoing?.yield(.text(ByteBuffer(bytes: APICoder.encode(ClientFrame.typing(true)))))
        case .wake(let alarm, let seconds):
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(seconds))
                self?.take(.woken(alarm))
            }
        }
    }

    private func send(_ request: Request, _ purpose: Purpose) {
        Task { [weak self, endpoint] in
            let result: Result<Reply, RequestFailure>
            do throws(RequestFailure) {
                result = .success(try await Self.reply(to: request, purpose, endpoint))
            } catch {
                result = .failure(error)
            }
            self?.take(.answered(purpose, result))
        }
    }

    private static func reply(
        to request: Request, _ purpose: Purpose, _ endpoint: ChatEndpoint
    ) async throws(RequestFailure) -> Reply {
        switch purpose {
        case .chats: return .chats(try await endpoint.send(request, for: ChatPage.self))
        case .messages: return .messages(try await endpoint.send(request, for: MessagePage.self))
        case .revisions: return .revisions(try await endpoint.send(request, for: RevisionPage.self))
        case .create, .join, .rejoin: return .chat(try await endpoint.send(request, for: ChatInfo.self))
        case .search: return .people(try await endpoint.send(request, for: People.self))
        case .post, .revise: return .message(try await endpoint.send(request, for: MessageInfo.self))
        case .mark, .leave:
            try await endpoint.send(request)
            return .done
        }
    }

    private func openPush(_ connection: Int) {
        push = Task { [weak self, endpoint] in
            do throws(RequestFailure) {
                try await endpoint.push { self?.take(.pushed(connection: connection, $0)) }
                self?.take(.pushEnded(connection: connection, .offline("The server has closed the connection")))
            } catch {
                self?.take(.pushEnded(connection: connection, error))
            }
        }
    }

    private func openSocket(_ chat: ChatID, _ number: Int) {
        let (stream, continuation) = AsyncStream<WebSocketConnection.Outgoing>.makeStream(
            bufferingPolicy: .bufferingNewest(16))
        outgoing = continuation
        socket = Task { [weak self, account] in
            // Why it has ended does not matter: the push channel goes on, and this one is opened anew.
            try? await ChatWebSocket(account: account).run(chat.text, outgoing: stream) { [weak self] frame in
                self?.take(.told(socket: number, frame))
            }
            self?.take(.socketEnded(socket: number))
        }
    }
}
