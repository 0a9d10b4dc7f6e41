import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends HTTP requests to one server, and explains failures.
package final class HTTPSession: Sendable {
    /// The slowest pace of a response, in bytes a second, after the time that it may take anyway.
    private static let slowestPace = 1000
    /// The longest body of a response, in bytes.
    private static let longestAnswer = 256 << 20
    /// The longest body of a response that refuses a file, in bytes.
    static let longestRefusal = 1 << 20
    /// The longest wait before a retry after 429, in seconds, and the most retries. Callers handle and report longer
    /// waits.
    private static let longestPause = 10.0
    private static let mostPauses = 10

    /// The URL of the server, such as `https://example.org`.
    package let url: String
    private let token: String?
    private let trust: Trust
    let silence: TimeAmount
    /// How long a response may take, and then its body, unless that is long.
    let patience: TimeAmount
    let proxies: ProxySettings
    private let proxy: Result<Proxy?, ProxyProblem>
    private let client: HTTPClient

    /// - Parameters:
    ///   - token: the access token, if somebody is logged in.
    ///   - authority: the CA that has signed the server's certificate, as PEM; `nil` for the system's CAs.
    ///   - silence: how long the server may send nothing.
    ///   - patience: how long a response may take, and then its body, unless that is long.
    ///   - proxies: which proxy to use.
    package init(
        url: String, token: String?, authority: String?, silence: TimeAmount, patience: TimeAmount = .seconds(30),
        proxies: ProxySettings = .system
    ) {
        self.url = url
        self.token = token
        self.silence = silence
        self.patience = patience
        self.proxies = proxies
        trust = Trust(authority: authority)
        proxy = Result { () throws(ProxyProblem) in try proxies.proxy(for: url) }
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(10), read: silence))
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = trust.configuration
        if case .success(let proxy?) = proxy {
            configuration.proxy = .server(host: proxy.host, port: proxy.port, authorization: proxy.authorization)
        }
        // Retries are up to the callers, which know how long to wait.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// A response of the server.
    package struct Answer {
        package let status: HTTPResponseStatus
        package let body: ByteBuffer
        /// How long the server asks clients to wait, in seconds.
        package let retryAfter: TimeInterval?
    }

    /// Sends a request and reads the whole response. Waits and retries if the server limits requests.
    ///
    /// - Parameters:
    ///   - wait: how long the server may hold back its response on purpose, in seconds.
    ///   - isRepeatable: whether to wait and retry if the server limits requests.
    ///   - retryAfter: reads from a body how many seconds to wait, if there is no header for it (RFC 6585, section 4).
    package func send(
        _ method: String, _ path: String, body: [UInt8]?, wait: Int = 0, isRepeatable: Bool = true,
        retryAfter: (ByteBuffer) -> TimeInterval? = { _ in nil }
    ) async throws -> Answer {
        var request = try request(method, path)
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        var pauses = 0
        while true {
            let pause = TimeAmount.seconds(Int64(wait))
            let response = try await client.execute(request, timeout: patience + pause)
            let answer = try await answer(response, upTo: Self.longestAnswer, wait: pause, retryAfter)
            if isRepeatable, response.status == .tooManyRequests, case let seconds = answer.retryAfter ?? 1,
                seconds <= Self.longestPause,
                pauses < Self.mostPauses
            {
                pauses += 1
                try await Task.sleep(for: .seconds(seconds))
                continue
            }
            return answer
        }
    }

    /// Reads the whole of a response.
    ///
    /// - Parameters:
    ///   - most: the most bytes that the body may have.
    ///   - wait: how long the server may hold back the body on purpose.
    ///   - retryAfter: reads from a body how many seconds to wait.
    package func answer(
        _ response: HTTPClientResponse, upTo most: Int, wait: TimeAmount = .zero,
        _ retryAfter: (ByteBuffer) -> TimeInterval? = { _ in nil }
    ) async throws -> Answer {
        let body = try await body(response, upTo: most, patience + wait)
        guard response.status.code >= 400 else { return Answer(status: response.status, body: body, retryAfter: nil) }
        let retry = response.headers.retryAfter ?? retryAfter(body).flatMap(RetryAfter.limited)
        return Answer(status: response.status, body: body, retryAfter: retry)
    }

    /// Reads a body. What comes byte by byte, as from a proxy that only keeps the connection open, is given up.
    private func body(
        _ response: HTTPClientResponse, upTo most: Int, _ patience: TimeAmount
    ) async throws -> ByteBuffer {
        let start = NIODeadline.now()
        var body = ByteBuffer()
        for try await part in response.body {
            body.writeImmutableBuffer(part)
            if body.readableBytes > most { throw NIOTooManyBytesError(maxBytes: most) }
            let time = patience + .seconds(Int64(body.readableBytes / Self.slowestPace))
            if NIODeadline.now() - start > time { throw HTTPClientError.deadlineExceeded }
        }
        return body
    }

    /// Sends a request whose response does not end.
    package func open(_ path: String) async throws -> HTTPClientResponse { try await execute(try request("GET", path)) }

    /// Sends a request whose response has no time limit, except for silence.
    func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await client.execute(request, deadline: .distantFuture)
    }

    /// The CA that has signed the server's certificate, as PEM; `nil` for the system's CAs.
    var authority: String? { trust.authority }

    /// - Parameter path: the path on the server, or a URL of the server.
    func request(_ method: String, _ path: String) throws(RequestFailure) -> HTTPClientRequest {
        if case .failure(let problem) = proxy { throw .offline(problem.text) }
        var request = HTTPClientRequest(url: path.hasPrefix("/") ? url + path : path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        return request
    }

    /// Converts an error of a request to a `RequestFailure`.
    package func failure(_ error: any Error) async -> RequestFailure {
        if let failure = error as? RequestFailure { return failure }
        let proxy = try? proxy.get()
        if case .handshakeFailed = error as? NIOSSLError, let reason = await trust.reason(url, through: proxy) {
            return .untrusted(reason)
        }
        if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
            return .untrusted(NetworkReason.text(error, url))
        }
        return .offline(proxy.map { NetworkReason.text(error, url, through: $0) } ?? NetworkReason.text(error, url))
    }
}

/// The failure of a request.
package enum RequestFailure: Error, Hashable, Sendable {
    /// The server cannot be reached.
    case offline(String)
    /// The server's certificate is not trusted.
    case untrusted(String)
    /// The server can be reached, but cannot serve the request now.
    ///
    /// - Parameter retryAfter: how long it asks clients to wait, in seconds; `nil` if it does not say.
    case busy(String, retryAfter: TimeInterval? = nil)
    /// The request was refused or answered, but not as the server does it: by a proxy, a firewall or a login page,
    /// perhaps. While the server answers other requests, it is a refusal of this one.
    ///
    /// - Parameters:
    ///   - outage: why there is no connection, if other requests are answered so, too.
    ///   - refusal: why the request was refused, as a sentence.
    case foreign(outage: String, refusal: String)
    /// The server refused the request.
    ///
    /// - Parameter isMissing: whether the requested item does not exist.
    case refused(String, isMissing: Bool = false)
    /// The server no longer accepts the token. If `isSoft`, it keeps its data about this device.
    case loggedOut(isSoft: Bool = false)
    /// A file on this device cannot be read or written.
    case local(String)
}
