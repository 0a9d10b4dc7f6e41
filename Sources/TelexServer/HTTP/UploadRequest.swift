import Foundation
import HTTPTypes
import HummingbirdCore
import TelexAPI

/// What the headers of an upload say.
struct UploadRequest: Sendable {
    let id: String
    /// The length of the whole; `nil` if it is not announced.
    let length: Int64?
    /// Where the body begins in the whole.
    let offset: Int64
    /// The length of the body; `nil` if it is sent in chunks.
    let bodyLength: Int64?
    /// The media type; `nil` if it is missing or invalid.
    let mediaType: String?

    /// The length of the whole of a new upload.
    ///
    /// - Throws: `ServerError.noLength`, `.badOffset` and `.longerThanAnnounced`.
    func newLength() throws(ServerError) -> Int64 {
        guard let length = length ?? (offset == 0 ? bodyLength : nil) else { throw .noLength }
        if offset != 0 { throw .badOffset(received: 0) }
        if let bodyLength, bodyLength > length { throw .longerThanAnnounced }
        return length
    }

    /// Checks what is announced against an upload that was begun before.
    ///
    /// - Throws: `ServerError.otherLength` and `.longerThanAnnounced`.
    func checkLength(_ known: Int64) throws(ServerError) {
        if let length, length != known { throw .otherLength(known) }
        // `checkOffset` reports an offset beyond the end.
        if let bodyLength, offset <= known, bodyLength > known - offset { throw .longerThanAnnounced }
    }

    /// - Throws: `ServerError.badOffset`.
    func checkOffset(_ received: Int64) throws(ServerError) {
        if offset != received { throw .badOffset(received: received) }
    }
}

extension UploadRequest {
    /// - Throws: `Problem` with 400, and `ServerError.badFileID`.
    init(_ id: String, _ request: Request) throws {
        guard PostedFile.isID(id) else { throw ServerError.badFileID }
        self.id = id
        length = try Self.number(.uploadLength, request)
        offset = try Self.number(.uploadOffset, request) ?? 0
        // Without either header, there is no body (RFC 9112, section 6.3).
        bodyLength =
            request.headers[.contentLength].flatMap { Int64($0) }
            ?? (request.headers[.transferEncoding] == nil ? 0 : nil)
        let type = request.headers[.contentType]?.split(separator: ";").first
        mediaType = (type?.trimmingCharacters(in: .whitespaces).lowercased())
            .flatMap { PostedFile.isMediaType($0) ? $0 : nil }
    }

    private static func number(_ name: HTTPField.Name, _ request: Request) throws(Problem) -> Int64? {
        guard let text = request.headers[name] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            throw Problem(.badRequest, "\"\(name)\" must be a number from 0 on.")
        }
        return number
    }
}

extension HTTPField.Name {
    static let uploadLength = HTTPField.Name(UploadInfo.lengthHeader)!
    static let uploadOffset = HTTPField.Name(UploadInfo.offsetHeader)!
}
