import Foundation
import HTTPTypes
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore
import TelexAPI
import TelexDigest

/// The content of a file, or a range of it (RFC 9110, section 14).
enum FileResponse {
    /// How many bytes to read at a time.
    private static let partSize: Int64 = 1 << 18
    /// How long a client may read nothing: so many of these intervals.
    private static let patience = (count: 4, interval: Duration.seconds(30))

    /// The media types that a browser may show. All others could be code, or be taken for it.
    private static let harmless: Set = [
        "image/png", "image/jpeg", "image/gif", "image/webp", "audio/mpeg", "audio/ogg", "video/mp4", "video/webm",
        "text/plain",
    ]

    static func make(
        _ file: FileRow, _ content: FileDescriptor, _ request: Request, on channel: any Channel
    ) -> Response {
        let tag = "\"\(file.hash?.hexadecimal ?? "")\""
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .cacheControl: "private",
            .contentType: file.mediaType.flatMap { harmless.contains($0) ? $0 : nil } ?? "application/octet-stream",
            .contentDisposition: "attachment", .contentSecurityPolicy: "sandbox; default-src 'none'",
            .xContentTypeOptions: "nosniff",
        ]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        let isCurrent = request.headers[.ifRange].map { $0 == tag } ?? true
        switch isCurrent ? ByteRange(request.headers[.range], of: file.size) : .all {
        case .all: return response(.ok, headers, content, 0..<file.size, channel)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return response(.partialContent, headers, content, range, channel)
        case .unsatisfiable:
            var response = APIResponder.response(
                Problem(.rangeNotSatisfiable, "The range is outside the file, which has \(file.size) bytes."))
            response.headers[.contentRange] = "bytes */\(file.size)"
            return response
        }
    }

    private static func response(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ content: FileDescriptor, _ range: Range<Int64>,
        _ channel: any Channel
    ) -> Response {
        let body = ResponseBody(contentLength: Int(range.upperBound - range.lowerBound)) { writer in
            let offset = NIOLockedValueBox(range.lowerBound)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await watch(offset, channel) }
                defer { group.cancelAll() }
                while case let start = offset.withLockedValue({ $0 }), start < range.upperBound {
                    let count = Int(min(partSize, range.upperBound - start))
                    let part = try await FileStore.blocking { content.read(count, at: start) }
                    // The head announces the length, so a client notices what is missing.
                    guard let part, part.readableBytes == count else { throw CocoaError(.fileReadUnknown) }
                    try await writer.write(part)
                    offset.withLockedValue { $0 += Int64(count) }
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }

    /// Closes the connection of a client that reads nothing for too long.
    private static func watch(_ offset: NIOLockedValueBox<Int64>, _ channel: any Channel) async throws {
        var (last, count) = (Int64(-1), 0)
        while count < patience.count {
            try await Task.sleep(for: patience.interval)
            let current = offset.withLockedValue { $0 }
            count = current == last ? count + 1 : 0
            last = current
        }
        channel.close(promise: nil)
    }
}

/// What a `Range` header asks for.
enum ByteRange: Equatable {
    /// There is none, or one that is not supported: several ranges, or another unit.
    case all
    case part(Range<Int64>)
    /// No byte is in it.
    case unsatisfiable

    init(_ header: String?, of size: Int64) {
        self = .all
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        // A number beyond all others is as good as the highest.
        func number(_ text: String) -> Int64? { text.isEmpty ? nil : Int64(text) ?? .max }
        switch (number(ends[0]), number(ends[1])) {
        case (nil, nil): return
        case (nil, let count?):
            self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= size ? .unsatisfiable : .part(first..<min(last ?? .max, size - 1) + 1)
        }
    }
}
