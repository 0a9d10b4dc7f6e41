import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TelexAPI

/// The server's REST interface and its push channel.
final class ChatEndpoint: Sendable {
    /// How long an answer may take.
    private static let patience = TimeAmount.seconds(30)
    /// How long the server may be silent; on the push channel it says every 15 s that it is there.
    private static let silence = TimeAmount.seconds(45)
    /// What an answer may have at most, in bytes: a page of the longest messages, escaped.
    private static let longestAnswer = 256 << 20

    private let url: String
    private let token: String?
    private let trust: Trust
    private let client: HTTPClient

    convenience init(_ account: Account) {
        self.init(url: account.url, token: account.token, authority: account.authority)
    }

    init(url: String, token: String? = nil, authority: String?) {
        self.url = url
        self.token = token
        trust = Trust(authority: authority)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(10), read: Self.silence))
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = trust.configuration
        // Trying again is for those who wait, and who know for how long.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// Asks, and reads the answer.
    ///
    /// - Throws: `RequestFailure`.
    func send<Answer: Decodable>(_ request: Request, for type: Answer.Type) async throws(RequestFailure) -> Answer {
        let body = try await send(request)
        do { return try APICoder.decode(type, body.readableBytesView) } catch {
            throw .offline("The server at \(url) gave an answer that is none of a telex-server")
        }
    }

    @discardableResult
    func send(_ request: Request) async throws(RequestFailure) -> ByteBuffer {
        var message = message(request.route)
        if let body = request.body {
            message.headers.add(name: "content-type", value: "application/json")
            message.body = .bytes(ByteBuffer(bytes: body))
        }
        do {
            while true {
                let response = try await client.execute(message, timeout: Self.patience)
                let body = try await response.body.collect(upTo: Self.longestAnswer)
                if let seconds = Self.pause(response) {
                    try await Task.sleep(for: .seconds(seconds))
                    continue
                }
                try Self.check(response.status, body)
                return body
            }
        } catch {
            throw await failure(error)
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
            let response = try await client.execute(message(.push(since: nil)), deadline: .distantFuture)
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
            throw await failure(error)
        }
    }

    private func message(_ route: Route) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: url + route.path)
        message.method = HTTPMethod(rawValue: route.method.rawValue)
        if let token { message.headers.add(name: "authorization", value: "Bearer \(token)") }
        return message
    }

    private static func check(_ status: HTTPResponseStatus, _ body: ByteBuffer) throws(RequestFailure) {
        if (200..<300).contains(status.code) { return }
        let problem = try? APICoder.decode(Problem.self, body.readableBytesView)
        let detail = problem?.detail ?? "The server answered \(status.code) \(status.reasonPhrase)."
        switch status.code {
        case 401: throw .loggedOut
        case 408, 429, 500...: throw .busy(detail)
        // What no server of ours says.
        case _ where problem == nil: throw .offline(detail)
        case 404: throw .missing(detail)
        default: throw .refused(detail)
        }
    }

    private func failure(_ error: any Error) async -> RequestFailure {
        if let failure = error as? RequestFailure { return failure }
        if case .handshakeFailed = error as? NIOSSLError, let reason = await trust.reason(url) {
            return .untrusted(reason)
        }
        if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
            return .untrusted(NetworkReason.text(error, url))
        }
        return .offline(NetworkReason.text(error, url))
    }
}

extension APICoder {
    /// Reads what the push channel or a live channel brings; `nil` for a kind that is not known here.
    static func frame(_ kind: String, _ data: some Collection<UInt8>) throws -> Frame? {
        guard Frame.Kind(rawValue: kind) != nil else { return nil }
        return try decode(Frame.self, data)
    }
}
