import NIOCore
import NIOHTTP1
import TelexNetwork

/// A homeserver's client-server API.
final class MatrixEndpoint: Sendable {
    let session: HTTPSession

    convenience init(_ account: MatrixAccount) {
        self.init(url: account.url, token: account.token, authority: account.authority)
    }

    init(url: String, token: String? = nil, authority: String?) {
        session = HTTPSession(url: url, token: token, authority: authority, silence: .seconds(330))
    }

    /// Sends a request, and returns the body of the response.
    func send(_ request: MatrixRequest) async throws(RequestFailure) -> JSON {
        func json(_ body: ByteBuffer) -> JSON { JSON(body.readableBytesView) ?? .null }
        do {
            let answer = try await session.send(
                request.method.rawValue, request.path, body: request.body?.bytes, wait: request.wait,
                isRepeatable: request.isRepeatable
            ) { body in
                // The specification used this member before it used the header.
                json(body)["retry_after_ms"].number.map { $0 / 1000 }
            }
            let body = json(answer.body)
            try check(answer.status, body, answer.retryAfter, missingCodes: request.missingCodes)
            return body
        } catch {
            throw await session.failure(error)
        }
    }

    /// A response that is not one of a homeserver.
    var invalidAnswer: RequestFailure {
        .foreign(outage: MatrixReason.invalidAnswer(session.url), refusal: NetworkReason.foreign(.ok))
    }

    /// - Parameter missingCodes: the error codes that say that what was asked for does not exist.
    func check(
        _ status: HTTPResponseStatus, _ answer: JSON, _ retry: Double?, missingCodes: Set<String> = ["M_NOT_FOUND"]
    ) throws(RequestFailure) {
        if (200..<300).contains(status.code) {
            if case .object = answer { return }
            throw invalidAnswer
        }
        let code = answer["errcode"].string ?? ""
        let reason = answer["error"].string ?? "The server answered \(status.code) \(status.reasonPhrase)."
        let strange = "The server at \(session.url) is not a Matrix homeserver: it answered \(status.code)"
        switch (status.code, code) {
        // Any other 401 may be the answer of somebody in between.
        case (401, "M_UNKNOWN_TOKEN"): throw .loggedOut(isSoft: answer["soft_logout"].bool ?? false)
        case (408, _), (429, _), (500..., _):
            // The specification used this member before it used the header.
            let told = answer["retry_after_ms"].number.flatMap { RetryAfter.limited($0 / 1000) }
            throw .busy(reason, retryAfter: retry ?? told)
        case (401, _), (407, _): throw .offline(strange)
        // The server has our reaction already.
        case (400, "M_DUPLICATE_ANNOTATION"): return
        case (_, ""): throw .foreign(outage: strange, refusal: NetworkReason.foreign(status))
        default: throw .refused(Self.sentence(reason), isMissing: missingCodes.contains(code))
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
