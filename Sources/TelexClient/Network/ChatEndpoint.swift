import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TelexAPI
import TelexNetwork

/// The server's REST interface and its push channel.
final class ChatEndpoint: Sendable {
    /// How long the server may be silent; on the push channel it says every 15 s that it is there.
    private static let silence = TimeAmount.seconds(45)

    private let session: HTTPSession
    private let token: String?

    convenience init(_ account: Account) {
        self.init(url: account.url, token: account.token, authority: account.authority)
    }

    init(url: String, token: String? = nil, authority: String?) {
        self.token = token
        session = HTTPSession(url: url, authority: authority, silence: Self.silence)
    }

    /// Asks, and reads the answer.
    ///
    /// - Throws: `RequestFailure`.
    func send<Answer: Decodable>(_ request: ServerRequest, for type: Answer.Type) async throws(RequestFailure) -> Answer
    {
        let body = try await send(request)
        do { return try APICoder.decode(type, body.readableBytesView) } catch {
            throw .offline("The server at \(session.url) gave an answer that is none of a telex-server")
        }
    }

    @discardableResult
    func send(_ request: ServerRequest) async throws(RequestFailure) -> ByteBuffer {
        var message = message(request.route)
        if let body = request.body {
            message.headers.add(name: "content-type", value: "application/json")
            message.body = .bytes(ByteBuffer(bytes: body))
        }
        do {
            while true {
                let (response, body) = try await session.send(message)
                if let seconds = Self.pause(response) {
                    try await Task.sleep(for: .seconds(seconds))
                    continue
                }
                try Self.check(response.status, body)
                return body
            }
        } catch {
            throw await session.failure(error)
        }
    }

    /// The seconds after which a server to which too much came wants to be asked again (RFC 6585, section 4), if it says
    /// so and they are few.
    private static func pause(_ response: HTTPClientResponse) -> Int? {
        guard response.status == .tooManyRequests else { return nil }
        return response.headers.first(name: "retry-after").flatMap { Int($0) }.flatMap {
            (0...10).contains($0) ? $0 : nil
        }
    }

    /// Opens the push channel, and hands on what comes until it ends.
    func push(_ take: (Frame) -> Void) async throws(RequestFailure) {
        do {
            let response = try await session.open(message(.push(since: nil)))
            guard response.status == .ok else {
                return try Self.check(response.status, try await response.body.collect(upTo: 1 << 20))
            }
            var reader = EventStreamReader()
            for try await part in response.body {
                for event in reader.take(part.readableBytesView) {
                    if let frame = try APICoder.frame(event.kind, event.data) { take(frame) }
                }
            }
        } catch {
            throw await session.failure(error)
        }
    }

    private func message(_ route: Route) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: session.url + route.path)
        message.method = HTTPMethod(rawValue: route.method.rawValue)
        if let token { message.headers.add(name: "authorization", value: "Bearer \(token)") }
        return message
    }

    private static func check(_ status: HTTPResponseStatus, _ body: ByteBuffer) throws(RequestFailure) {
        if (200..<300).contains(status.code) { return }
        let problem = try? APICoder.decode(Problem.self, body.readableBytesView)
        let detail = problem?.detail ?? "The server answered \(status.code) \(status.reasonPhrase)."
        switch status.code {
        case 401: throw .loggedOut()
        case 408, 429, 500...: throw .busy(detail)
        // What no server of ours says.
        case _ where problem == nil: throw .offline(detail)
        case 404: throw .refused(detail, isMissing: true)
        default: throw .refused(detail)
        }
    }
}

extension APICoder {
    /// Reads what the push channel or a live channel brings; `nil` for a kind that is not known here.
    static func frame(_ kind: String, _ data: some Collection<UInt8>) throws -> Frame? {
        guard Frame.Kind(rawValue: kind) != nil else { return nil }
        return try decode(Frame.self, data)
    }
}
