import NIOCore
import NIOHTTP1
import TelexAPI
import TelexNetwork

/// Files on the server.
extension ChatEndpoint {
    /// How often to begin again where the server says.
    private static let mostAttempts = 5

    /// Uploads a file, or the rest of it if an earlier attempt was cut off.
    ///
    /// - Parameters:
    ///   - path: the file on this machine, which must not change meanwhile.
    ///   - id: the random id of the upload. With the same one, a repetition is the same upload.
    ///   - length: the length of the file.
    ///   - progress: called with the number of bytes, from the start of the file, that were sent.
    /// - Returns: the complete upload. Its hash tells whether the server has the same content.
    func uploadFile(
        _ path: String, as id: String, length: Int64, mediaType: String,
        progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws(RequestFailure) -> UploadInfo {
        var offset: Int64 = 0
        if let info = try await fileInfo(id) {
            if info.sha256 != nil { return info }
            offset = info.receivedCount
        }
        for _ in 0..<Self.mostAttempts {
            guard offset <= length else { break }
            let info = try await uploadPart(path, as: id, offset, length, mediaType) { [offset] in progress(offset + $0)
            }
            if info.sha256 != nil { return info }
            offset = info.receivedCount
        }
        throw .busy("The server does not complete the upload. Try again.")
    }

    /// Uploads a file from an offset on.
    ///
    /// - Returns: what the server has, possibly because it refuses the offset.
    private func uploadPart(
        _ path: String, as id: String, _ offset: Int64, _ length: Int64, _ mediaType: String,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) -> UploadInfo {
        let route = Route.upload(file: id)
        let headers: HTTPHeaders = [
            "content-type": mediaType, UploadInfo.lengthHeader: "\(length)", UploadInfo.offsetHeader: "\(offset)",
        ]
        do {
            let answer = try await session.upload(
                route.method.rawValue, route.path, headers: headers, from: path, offset: offset,
                length: length - offset, progress: progress)
            if answer.status == .conflict,
                let received = try? Problem(answer: answer.body.readableBytesView).receivedCount
            {
                return UploadInfo(file: id, byteCount: length, receivedCount: received)
            }
            try check(answer.status, answer.body, answer.retryAfter)
            guard let info = try? UploadInfo(answer: answer.body.readableBytesView) else {
                throw foreign(answer.status)
            }
            return info
        } catch {
            throw await session.failure(error)
        }
    }

    /// How much of an upload the server has; `nil` if it has nothing of it.
    func fileInfo(_ id: String) async throws(RequestFailure) -> UploadInfo? {
        do { return try await send(ServerRequest(.uploadInfo(file: id))) { try UploadInfo(answer: $0) } } catch {
            if case .refused(_, isMissing: true) = error { return nil }
            throw error
        }
    }

    /// Downloads a file, or the rest of it if an earlier attempt was cut off.
    ///
    /// - Parameters:
    ///   - path: the file on this machine, which may have the start of the content. It has the whole afterwards, of which
    ///     the caller checks the hash.
    ///   - limit: the most bytes that the content may have.
    ///   - progress: called with the number of bytes in the file.
    func downloadFile(
        _ id: String, into path: String, limit: Int64, progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws(RequestFailure) {
        do {
            let answer = try await session.download(
                Route.download(file: id).path, into: path, limit: limit, followsRedirects: false,
                progress: progress)
            try check(answer.status, answer.body, answer.retryAfter)
        } catch {
            throw await session.failure(error)
        }
    }

    /// Deletes an upload that no message names. Nothing changes if there is none.
    func deleteFile(_ id: String) async throws(RequestFailure) {
        do { try await send(ServerRequest(.deleteUpload(file: id))) } catch {
            if case .refused(_, isMissing: true) = error { return }
            throw error
        }
    }
}
