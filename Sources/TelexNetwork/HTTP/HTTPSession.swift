import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Asks one server by HTTP, and says in words why it could not be asked.
package final class HTTPSession: Sendable {
    /// How long an answer may take.
    private static let patience = TimeAmount.seconds(30)
    /// What an answer may have at most, in bytes.
    private static let longestAnswer = 256 << 20
    /// The longest pause that is made here, in seconds, and how often. Longer ones are left to those who can say so.
    private static let longestPause = 10.0
    private static let mostPauses = 10
    /// No server asks for more than a week, in seconds.
    private static let longestRetry = 7 * 86_400.0

    /// Where the server is, such as `https://example.org`.
    package let url: String
    private let token: String?
    private let trust: Trust
    private let client: HTTPClient

    /// - Parameters:
    ///   - token: what says who asks, if somebody is logged in.
    ///   - authority: who has signed the server's certificate, as PEM; `nil` if the system knows.
    ///   - silence: how long the server may say nothing.
    package init(url: String, token: String?, authority: String?, silence: TimeAmount) {
        self.url = url
        self.token = token
        trust = Trust(authority: authority)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(10), read: silence))
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = trust.configuration
        // Trying again is for those who wait, and who know for how long.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    /// What a server has answered.
    package struct Answer {
        package let status: HTTPResponseStatus
        package let body: ByteBuffer
        /// How long the server asks clients to wait, in seconds.
        package let retryAfter: TimeInterval?
    }

    /// Asks, and reads the whole answer; waits where the server says that it is asked too often.
    ///
    /// - Parameters:
    ///   - wait: how long the server may take of its own will, in seconds.
    ///   - retryAfter: how long an answer asks clients to wait, if not by its header (RFC 6585, section 4).
    package func send(
        _ method: String, _ path: String, body: [UInt8]?, wait: Int = 0,
        retryAfter: (ByteBuffer) -> TimeInterval? = { _ in nil }
    ) async throws -> Answer {
        var request = request(method, path)
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        var pauses = 0
        while true {
            let response = try await client.execute(request, timeout: Self.patience + .seconds(Int64(wait)))
            let body = try await response.body.collect(upTo: Self.longestAnswer)
            guard response.status.code >= 400 else {
                return Answer(status: response.status, body: body, retryAfter: nil)
            }
            let header = response.headers.first(name: "retry-after").flatMap(TimeInterval.init)
            let retry = (header ?? retryAfter(body)).flatMap { $0 >= 0 ? min($0, Self.longestRetry) : nil }
            if response.status == .tooManyRequests, case let seconds = retry ?? 1, seconds <= Self.longestPause,
                pauses < Self.mostPauses
            {
                pauses += 1
                try await Task.sleep(for: .seconds(seconds))
                continue
            }
            return Answer(status: response.status, body: body, retryAfter: retry)
        }
    }

    /// Asks for an answer that has no end.
    package func open(_ path: String) async throws -> HTTPClientResponse {
        try await client.execute(request("GET", path), deadline: .distantFuture)
    }

    private func request(_ method: String, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        return request
    }

    /// What an error that came of it means.
    package func failure(_ error: any Error) async -> RequestFailure {
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

/// Why there is no answer, or not the one that was asked for.
package enum RequestFailure: Error, Hashable, Sendable {
    /// The server cannot be reached.
    case offline(String)
    /// The server's certificate is not to be trusted.
    case untrusted(String)
    /// The server is there, but cannot do it now.
    ///
    /// - Parameter retryAfter: how long it asks clients to wait, in seconds; `nil` if it does not say.
    case busy(String, retryAfter: TimeInterval? = nil)
    /// The server has refused.
    ///
    /// - Parameter isMissing: whether it does not have what was asked for.
    case refused(String, isMissing: Bool = false)
    /// The server no longer takes the token. If `isSoft`, it keeps what it knows of this device.
    case loggedOut(isSoft: Bool = false)
}
