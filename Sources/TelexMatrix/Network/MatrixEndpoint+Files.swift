import NIOHTTP1
import TelexCore
import TelexNetwork

/// Files of the content repository (https://spec.matrix.org/v1.11/client-server-api/#content-repository).
extension MatrixEndpoint: FileTransport {
    func upload(
        _ file: MessageFile, of key: MessageKey, from path: String, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) -> String {
        let count = file.byteCount ?? 0
        if let most = try await largestUpload(), count > most {
            throw .refused(
                "The file is too large: \(FileText.size(count)). The server takes files of up to \(FileText.size(most))."
            )
        }
        let request = MatrixRequest(.post, ["upload"], repository: "v3", query: [("filename", file.name)])
        let answer: JSON
        do {
            let sent = try await session.upload(
                request.method.rawValue, request.path, headers: ["content-type": file.mediaType], from: path,
                length: count, progress: progress)
            answer = JSON(sent.body.readableBytesView) ?? .null
            try check(sent.status, answer, sent.retryAfter)
        } catch {
            throw await session.failure(error)
        }
        guard let address = answer["content_uri"].string, MediaAddress(address) != nil else {
            throw invalidAnswer
        }
        return address
    }

    /// How large a thumbnail should be. The homeserver chooses one that is at least as large, if it can.
    private static let thumbnail = [("width", "640"), ("height", "480"), ("method", "scale"), ("animated", "false")]

    func download(
        _ file: MessageFile, into path: String, limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) {
        let image = file.source.flatMap { MediaAddress(scaled: $0) }
        guard let address = image ?? file.source.flatMap({ MediaAddress($0) }) else {
            throw .refused("The address of the file is invalid.")
        }
        let place = [image == nil ? "download" : "thumbnail", address.server, address.media]
        let query = image == nil ? [] : Self.thumbnail
        do {
            let request = MatrixRequest(.get, ["media"] + place, version: "v1", query: query)
            try await download(request, into: path, limit, progress)
        } catch {
            // A homeserver of before version 1.11 of the specification.
            guard case .refused(_, isMissing: _) = error, try await !hasAuthenticatedMedia() else { throw error }
            let request = MatrixRequest(.get, place, repository: "v3", query: query)
            try await download(request, into: path, limit, progress)
        }
    }

    private func download(
        _ request: MatrixRequest, into path: String, _ limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) {
        do {
            let answer = try await session.download(request.path, into: path, limit: limit, progress: progress)
            if answer.status != .ok {
                try check(answer.status, JSON(answer.body.readableBytesView) ?? .null, answer.retryAfter)
            }
        } catch {
            throw await session.failure(error)
        }
    }

    /// Whether downloads need the token (MSC3916), as they do from version 1.11 of the specification on.
    private func hasAuthenticatedMedia() async throws(RequestFailure) -> Bool {
        do {
            _ = try await send(MatrixRequest(.get, ["media", "config"], version: "v1"))
            return true
        } catch {
            if case .refused = error { return false }
            throw error
        }
    }

    /// The length of the longest file that the server takes, in bytes; `nil` if it does not say.
    private func largestUpload() async throws(RequestFailure) -> Int64? {
        for request in [
            MatrixRequest(.get, ["media", "config"], version: "v1"), MatrixRequest(.get, ["config"], repository: "v3"),
        ] {
            do {
                return try await send(request)["m.upload.size"].number.flatMap { $0 >= 0 ? Int64(min($0, 1e18)) : nil }
            } catch {
                switch error {
                case .refused, .foreign: continue
                default: throw error
                }
            }
        }
        return nil
    }
}
