import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Asks one server by HTTP, and says in words why it could not be asked.
package final class HTTPSession: Sendable {
    /// How long an answer may take.
    package static let patience = TimeAmount.seconds(30)
    /// What an answer may have at most, in bytes.
    private static let longestAnswer = 256 << 20

    /// Where the server is, such as `https://example.org`.
    package let url: String
    private let trust: Trust
    private let client: HTTPClient

    /// - Parameters:
    ///   - authority: who has signed the server's certificate, as PEM; `nil` if the system knows.
    ///   - silence: how long the server may say nothing.
    package init(url: String, authority: String?, silence: TimeAmount) {
        self.url = url
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

    /// Asks, and reads the whole answer.
    package func send(
        _ request: HTTPClientRequest, patience: TimeAmount = patience
    ) async throws -> (HTTPClientResponse, body: ByteBuffer) {
        let response = try await client.execute(request, timeout: patience)
        return (response, try await response.body.collect(upTo: Self.longestAnswer))
    }

    /// Asks for an answer that has no end.
    package func open(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await client.execute(request, deadline: .distantFuture)
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
