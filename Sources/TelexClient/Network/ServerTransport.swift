import NIOConcurrencyHelpers
import NIOCore
import TelexAPI
import TelexCore
import TelexNetwork
import TelexSocket

/// Talks to a telex-server: with requests, on the push channel, and on the live channel of one chat.
final class ServerTransport: LinkTransport {
    typealias Link = ServerLink

    private let account: Account
    let endpoint: ChatEndpoint
    private let sockets = TaskSet()
    /// The messages to send on the live channel.
    private let outgoing = NIOLockedValueBox<AsyncStream<WebSocketConnection.Outgoing>.Continuation?>(nil)

    init(_ account: Account) {
        self.account = account
        endpoint = ChatEndpoint(account)
    }

    func send(
        _ request: ServerRequest, for purpose: ServerLink.Purpose,
        _ take: @escaping @Sendable (ServerLink.Reply) -> Void
    ) async throws(RequestFailure) {
        if purpose == .push {
            try await endpoint.push { take(.frame($0)) }
            throw .offline("The server closed the connection")
        }
        take(try await endpoint.send(request) { try ServerLink.Reply(to: purpose, $0) })
    }

    func begin(_ work: ServerLink.Work, _ report: @escaping Report) {
        switch work {
        case .open(let chat, let number):
            let (stream, continuation) = AsyncStream<WebSocketConnection.Outgoing>.makeStream(
                bufferingPolicy: .bufferingNewest(16))
            outgoing.withLockedValue { $0 = continuation }
            sockets.start { [account] in
                // The error does not matter: the push channel continues, and the link reopens this one.
                try? await ChatWebSocket(account: account).run(chat.text, outgoing: stream) {
                    report(.live(socket: number), .success(.frame($0)))
                }
                report(.live(socket: number), .failure(.offline("The live channel was closed")))
            }
        case .close:
            // The socket then sends a close frame, and ends.
            outgoing.withLockedValue { $0?.finish() }
        case .tellTyping:
            let text = ByteBuffer(bytes: ClientFrame.typing(true).body)
            _ = outgoing.withLockedValue { $0?.yield(.text(text)) }
        }
    }
}

extension ServerLink.Reply {
    /// Reads the answer to a request.
    ///
    /// - Throws: `JSONParser.Failure`, or `Mismatch` if nothing of it can be used.
    init(to purpose: ServerLink.Purpose, _ body: some Collection<UInt8>) throws {
        self =
            switch purpose {
            case .chats, .probe: .chats(try ChatPage(answer: body))
            case .messages: .messages(try MessagePage(answer: body))
            case .revisions: .revisions(try RevisionPage(answer: body))
            case .create, .join, .rejoin, .configure: .chat(try ChatInfo(answer: body))
            case .ignore: .ignored(try IgnoredInfo(answer: body))
            case .search, .offer: .people(try People(answer: body))
            case .post, .revise: .message(try MessageInfo(answer: body))
            case .push, .mark, .leave, .change, .live: .done
            }
    }
}
