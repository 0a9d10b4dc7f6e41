import Foundation
import NIOCore
import NIOPosix

/// A file on this machine that is sent or received. It closes by itself.
///
/// Its functions wait for the disk on a thread that may block.
final class LocalFile: Sendable {
    private let path: String
    private let number: CInt

    /// Opens a file to send it.
    ///
    /// - Throws: `RequestFailure.local`, as all functions do.
    static func reading(_ path: String) async throws -> LocalFile {
        try await blocking { try LocalFile(path, O_RDONLY, "read") }
    }

    /// Opens a file to write to it; creates it for its owner only, if there is none.
    static func writing(_ path: String) async throws -> LocalFile {
        try await blocking { try LocalFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, "write") }
    }

    private init(_ path: String, _ flags: CInt, _ verb: String) throws(RequestFailure) {
        self.path = path
        // Without O_NONBLOCK, opening a named pipe would wait for its other end.
        number = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        if number < 0 { throw Self.failure(verb, path) }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .local("Cannot \(verb) \(path): it is not a regular file.")
        }
    }

    deinit { if number >= 0 { close(number) } }

    var length: Int64 {
        get async throws {
            try await Self.blocking { [number] in
                var status = stat()
                return fstat(number, &status) == 0 ? Int64(status.st_size) : 0
            }
        }
    }

    /// Reads up to `count` bytes; fewer only at the end of the file.
    func read(_ count: Int, at offset: Int64) async throws -> ByteBuffer {
        try await Self.blocking { [self] in
            var buffer = ByteBuffer()
            var problem = false
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
                var filled = 0
                while filled < count {
                    let place = off_t(offset) + off_t(filled)
                    let read = pread(number, bytes.baseAddress! + filled, count - filled, place)
                    if read < 0, errno == EINTR { continue }
                    problem = read < 0
                    if read <= 0 { break }
                    filled += read
                }
                return filled
            }
            if problem { throw Self.failure("read", path) }
            return buffer
        }
    }

    func write(_ part: ByteBuffer, at offset: Int64) async throws {
        try await Self.blocking { [self] in
            let isWritten = part.withUnsafeReadableBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let count = pwrite(
                        number, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
                    if count < 0, errno == EINTR { continue }
                    if count < 0 { return false }
                    done += count
                }
                return true
            }
            if !isWritten { throw Self.failure("write", path) }
        }
    }

    /// Removes the content.
    func clear() async throws {
        try await Self.blocking { [self] in if ftruncate(number, 0) != 0 { throw Self.failure("write", path) } }
    }

    /// Writes the content to the disk, so that it survives power loss.
    func synchronize() async throws {
        try await Self.blocking { [self] in if fsync(number) != 0 { throw Self.failure("write", path) } }
    }

    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    /// The failure after a system call.
    private static func failure(_ verb: String, _ path: String) -> RequestFailure {
        let reason = String(cString: strerror(errno))
        let advice = [ENOSPC, EDQUOT].contains(errno) ? ". Free some space, then try again." : "."
        return .local("Cannot \(verb) \(path): \(reason)\(advice)")
    }
}
