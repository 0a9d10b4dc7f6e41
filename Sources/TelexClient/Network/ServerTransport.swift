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
    private let endpoint: ChatEndpoint
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
        switch purpose {
        case .push:
            try await endpoint.push { take(.frame($0)) }
            throw .offline("The server closed the connection")
        case .chats: take(.chats(try await endpoint.send(request, for: ChatPage.self)))
        case .messages: take(.messages(try await endpoint.send(request, for: MessagePage.self)))
        case .revisions: take(.revisions(try await endpoint.send(request, for: RevisionPage.self)))
        case .create, .join, .rejoin: take(.chat(try await endpoint.send(request, for: ChatInfo.self)))
        case .search, .offer: take(.people(try await endpoint.send(request, for: People.self)))
        case .post, .revise: take(.message(try await endpoint.send(request, for: MessageInfo.self)))
        case .mark, .leave, .live:
            try await endpoint.send(request)
            take(.done)
        }
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
            let text = ByteBuffer(bytes: APICoder.encode(ClientFrame.typing(true)))
            _ = outgoing.withLockedValue { $0?.yield(.text(text)) }
        }
    }
}
