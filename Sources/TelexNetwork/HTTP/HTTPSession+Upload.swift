import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

extension HTTPSession {
    /// Sends a part of a file as the body of a request, and reads the whole response.
    ///
    /// There is no time limit, except for silence, until everything is sent. The server may respond before it has read
    /// everything.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - offset: where the part begins.
    ///   - length: how many bytes to send. The file must have them.
    ///   - progress: called with the number of bytes of the part that were sent. The server may have fewer.
    /// - Returns: a response with any status. The caller decides about retries.
    package func upload(
        _ method: String, _ path: String, headers: HTTPHeaders = [:], from file: String, offset: Int64 = 0,
        length: Int64, progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws -> Answer {
        var request = try request(method, path)
        request.headers.add(contentsOf: headers)
        let sent = NIOLockedValueBox<Int64>(0)
        let (untilSent, wholeSent) = AsyncStream<Never>.makeStream()
        if length == 0 { wholeSent.finish() }
        let part = FilePart(
            file: try await .reading(file), path: file, offset: offset, length: length,
            progress: { count in
                sent.withLockedValue { $0 = count }
                if count == length { wholeSent.finish() }
                progress(count)
            })
        request.body = .stream(part, length: .known(length))
        return try await withThrowingTaskGroup(of: Answer?.self) { [request] group in
            group.addTask { [self] in
                let response = try await execute(request)
                return try await answer(response, upTo: Self.longestRefusal)
            }
            group.addTask { [silence] in
                var last: Int64 = -1
                while case let count = sent.withLockedValue({ $0 }), count < length {
                    if count == last { throw HTTPClientError.readTimeout }
                    last = count
                    try await Task.sleep(for: .nanoseconds(silence.nanoseconds))
                }
                return nil
            }
            group.addTask { [patience] in
                for await _ in untilSent {}
                // The server may check and store the file before it answers.
                try await Task.sleep(for: .nanoseconds(4 * patience.nanoseconds))
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            while let answer = try await group.next() { if let answer { return answer } }
            throw CancellationError()
        }
    }
}

/// A part of a file, as the body of a request.
private struct FilePart: AsyncSequence, Sendable {
    /// How many bytes to read at a time.
    private static let size: Int64 = 1 << 16

    let file: LocalFile
    let path: String
    let offset: Int64
    let length: Int64
    let progress: @Sendable (Int64) -> Void

    func makeAsyncIterator() -> Iterator { Iterator(part: self) }

    struct Iterator: AsyncIteratorProtocol {
        let part: FilePart
        private var count: Int64 = 0

        init(part: FilePart) { self.part = part }

        mutating func next() async throws -> ByteBuffer? {
            if count > 0 { part.progress(count) }
            if count == part.length { return nil }
            let most = Int(Swift.min(FilePart.size, part.length - count))
            let bytes = try await part.file.read(most, at: part.offset + count)
            if bytes.readableBytes < most {
                throw RequestFailure.local("\(part.path) became shorter while it was sent. Send it again.")
            }
            count += Int64(most)
            return bytes
        }
    }
}
