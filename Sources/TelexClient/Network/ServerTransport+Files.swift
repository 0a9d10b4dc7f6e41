import TelexCore
import TelexNetwork

extension ServerTransport: FileTransport {
    func upload(
        _ file: MessageFile, of key: MessageKey, from path: String, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) -> String {
        let id = Self.upload(of: file, key)
        let info = try await endpoint.uploadFile(
            path, as: id, length: file.byteCount ?? 0, mediaType: file.mediaType, progress: progress)
        if let hash = file.sha256, info.sha256 != hash {
            try await endpoint.deleteFile(id)
            throw .refused("The server has received another file. Send it again.")
        }
        return id
    }

    func download(
        _ file: MessageFile, into path: String, limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws(RequestFailure) {
        guard let id = file.source else { throw .refused("The server does not say where the file is.") }
        try await endpoint.downloadFile(id, into: path, limit: limit, progress: progress)
    }

    /// The id of the upload of a message's file. It is the same after a restart, so that the upload goes on where it was.
    private static func upload(of file: MessageFile, _ key: MessageKey) -> String {
        // FNV-1a: the id of a message is random unless a program has chosen it, and the file is another one then.
        let hash = "\(key.chat)\u{0}\(key.message)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "\(file.id.text.prefix(40))-\(String(hash, radix: 16))"
    }
}
