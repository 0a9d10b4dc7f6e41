import Foundation
import NIOConcurrencyHelpers
import NIOCore
import TelexDigest

/// A request that receives a file, or the rest of it.
///
/// Its functions block the calling thread.
final class Upload: Sendable {
    let file: FileRow
    private let folder: FileFolder
    private let descriptor: FileDescriptor

    private struct State {
        /// The number of bytes that are written.
        var count: Int64
        /// Hashes what is written; `nil` if another request has written the first part.
        var hasher: SHA256?
        /// Whether a later request has resumed the upload.
        var isStopped = false
    }

    private let state: NIOLockedValueBox<State>

    /// The number of bytes that the server has.
    var count: Int64 { state.withLockedValue { $0.count } }

    init(
        _ file: FileRow, _ folder: FileFolder, offset: Int64, _ place: TransferLimit.Place
    ) throws(ServerError) {
        self.file = file
        self.folder = folder
        descriptor = try folder.openForWriting(file.id, place)
        state = NIOLockedValueBox(State(count: offset, hasher: offset == 0 ? SHA256() : nil))
    }

    /// The length of what is on the disk.
    var length: Int64 { descriptor.length }

    /// Ends this request for a later one: waits for a write in progress, and refuses further ones.
    func stop() { state.withLockedValue { $0.isStopped = true } }

    /// Appends a part of the content.
    ///
    /// - Throws: `ServerError.uploadContinued`, `.longerThanAnnounced` and `.noRoomForFiles`. What was written before
    ///   stays.
    func write(_ part: ByteBuffer) throws {
        try state.withLockedValue { state in
            if state.isStopped { throw ServerError.uploadContinued }
            if part.readableBytes > file.size - state.count { throw ServerError.longerThanAnnounced }
            try folder.checkRoom(for: Int64(part.readableBytes))
            try part.withUnsafeReadableBytes { bytes in
                let problem = descriptor.write(bytes, at: state.count)
                if problem != 0 { throw folder.error(problem) }
                state.hasher?.update(bytes)
            }
            state.count += Int64(part.readableBytes)
        }
    }

    /// Writes a complete upload to the disk.
    ///
    /// - Returns: the SHA-256 hash of the content.
    func finish() throws -> Data {
        let hasher = try state.withLockedValue { state in
            if state.isStopped { throw ServerError.uploadContinued }
            return state.hasher
        }
        // To hash the first part only now keeps requests that send little from making the server read much.
        guard let hash = hasher.map({ Data($0.value) }) ?? descriptor.hash() else {
            throw ServerError.fileLost(file.id)
        }
        try folder.synchronize(descriptor)
        return hash
    }
}
