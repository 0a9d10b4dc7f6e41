import NIOCore
import NIOHTTP1
import TelexAPI
import TelexNetwork

/// The server's REST interface and its push channel.
final class ChatEndpoint: Sendable {
    /// How long the server may be silent. On the push channel, it sends a keep-alive comment every 15 s.
    private static let silence = TimeAmount.seconds(45)

    let session: HTTPSession

    convenience init(_ account: Account) {
        self.init(url: account.url, token: account.token, authority: account.authority)
    }

    init(url: String, token: String? = nil, authority: String?) {
        session = HTTPSession(url: url, token: token, authority: authority, silence: Self.silence)
    }

    /// Sends a request and reads the response.
    func send<Answer>(
        _ request: ServerRequest, _ read: (ByteBufferView) throws -> Answer
    ) async throws(RequestFailure) -> Answer {
        let body = try await send(request)
        do { return try read(body.readableBytesView) } catch { throw foreign(.ok) }
    }

    var invalidAnswer: String { "The server at \(session.url) did not answer like a telex-server" }

    /// A response that is not one of a telex-server.
    func foreign(_ status: HTTPResponseStatus) -> RequestFailure {
        .foreign(outage: invalidAnswer, refusal: NetworkReason.foreign(status))
    }

    @discardableResult
    func send(_ request: ServerRequest) async throws(RequestFailure) -> ByteBuffer {
        do {
            let answer = try await session.send(
                request.route.method.rawValue, request.route.path, body: request.body,
                isRepeatable: request.isRepeatable)
            try check(answer.status, answer.body, answer.retryAfter)
            return answer.body
        } catch {
            throw await session.failure(error)
        }
    }

    /// Opens the push channel, and passes on its frames until it ends.
    func push(_ take: (Frame) -> Void) async throws(RequestFailure) {
        do {
            let response = try await session.open(Route.push(since: nil).path)
            guard response.status == .ok else {
                let answer = try await session.answer(response, upTo: 1 << 20)
                return try check(answer.status, answer.body, answer.retryAfter)
            }
            var reader = EventStreamReader()
            for try await part in response.body {
                for event in reader.read(part.readableBytesView) {
                    if let frame = try Frame.read(event.kind, event.data) { take(frame) }
                }
                if reader.isTooLong { throw RequestFailure.offline(invalidAnswer) }
            }
        } catch {
            throw await session.failure(error)
        }
    }

    /// - Parameter retry: how long the server asks clients to wait, in seconds.
    func check(_ status: HTTPResponseStatus, _ body: ByteBuffer, _ retry: Double?) throws(RequestFailure) {
        if (200..<300).contains(status.code) { return }
        let problem = try? Problem(answer: body.readableBytesView)
        let detail = problem?.detail ?? "The server answered \(status.code) \(status.reasonPhrase)."
        switch status.code {
        // Any other 401 may be the answer of somebody in between.
        case 401 where problem?.status == 401: throw .loggedOut()
        // There is no room for a file, and waiting does not make any.
        case 507 where problem != nil: throw .refused(detail)
        case 408, 429, 500...: throw .busy(detail, retryAfter: retry)
        case 401, 407: throw .offline(detail)
        case _ where problem == nil:
            throw .foreign(outage: detail, refusal: NetworkReason.foreign(status))
        case 404: throw .refused(detail, isMissing: true)
        default: throw .refused(detail)
        }
    }
}
