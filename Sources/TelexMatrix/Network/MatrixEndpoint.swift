import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TelexNetwork

/// A homeserver's client-server API.
final class MatrixEndpoint: Sendable {
    /// The longest pause that is made here, in seconds, and how often. Longer ones are left to those who can say so.
    private static let longestPause = 10.0
    private static let mostPauses = 10
    /// No server asks for more than a week, in seconds.
    private static let longestRetry = 7 * 86_400.0

    private let session: HTTPSession
    private let token: String?

    convenience init(_ account: MatrixAccount) {
        self.init(url: account.url, token: account.token, authority: account.authority)
    }

    init(url: String, token: String? = nil, authority: String?) {
        session = HTTPSession(url: url, authority: authority, silence: .seconds(330))
        self.token = token
    }

    /// Asks, and reads the answer; waits where the server says that it is asked too often.
    func send(_ request: MatrixRequest) async throws(RequestFailure) -> JSON {
        var message = HTTPClientRequest(url: session.url + request.path)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        if let token { message.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let body = request.body {
            message.headers.add(name: "content-type", value: "application/json")
            message.body = .bytes(ByteBuffer(bytes: body.bytes))
        }
        var pauses = 0
        do {
            while true {
                let (response, body) = try await session.send(
                    message, patience: HTTPSession.patience + .seconds(Int64(request.wait)))
                let answer = (try? JSON(body.readableBytesView)) ?? .null
                let retry = Self.retryAfter(response, answer)
                if response.status == .tooManyRequests, case let seconds = retry ?? 1,
                    seconds <= Self.longestPause, pauses < Self.mostPauses
                {
                    pauses += 1
                    try await Task.sleep(for: .seconds(seconds))
                    continue
                }
                try check(response.status, answer, retry)
                return answer
            }
        } catch {
            throw await session.failure(error)
        }
    }

    /// How long the server asks clients to wait, in seconds: as the specification says it now (`Retry-After`), or said it
    /// before.
    private static func retryAfter(_ response: HTTPClientResponse, _ answer: JSON) -> Double? {
        let seconds =
            response.headers.first(name: "retry-after").flatMap(Double.init)
            ?? answer["retry_after_ms"].number.map { $0 / 1000 }
        guard let seconds, seconds >= 0 else { return nil }
        return min(seconds, longestRetry)
    }

    private func check(
        _ status: HTTPResponseStatus, _ answer: JSON, _ retry: Double?
    ) throws(RequestFailure) {
        if (200..<300).contains(status.code) {
            if case .object = answer { return }
            throw .offline(MatrixReason.invalidAnswer(session.url))
        }
        let code = answer["errcode"].string ?? ""
        let reason = answer["error"].string ?? "The server answered \(status.code) \(status.reasonPhrase)."
        switch (status.code, code) {
        case (401, "M_UNKNOWN_TOKEN"), (401, "M_MISSING_TOKEN"), (403, "M_USER_DEACTIVATED"):
            throw .loggedOut(isSoft: answer["soft_logout"].bool ?? false)
        case (408, _), (429, _), (500..., _): throw .busy(reason, retryAfter: retry)
        // What no homeserver says.
        case (_, ""): throw .offline("The server at \(session.url) is no homeserver: it answered \(status.code)")
        default: throw .refused(Self.sentence(reason), isMissing: code == "M_NOT_FOUND")
        }
    }

    private static func sentence(_ reason: String) -> String {
        guard let last = reason.last, !last.isPunctuation else { return reason }
        return reason + "."
    }
}

extension MatrixEndpoint: LinkTransport {
    typealias Link = MatrixLink

    func send(
        _ request: MatrixRequest, for purpose: MatrixLink.Purpose, _ take: @escaping @Sendable (JSON) -> Void
    ) async throws(RequestFailure) {
        take(try await send(request))
    }
}
