import Foundation

/// A destination for bytes.
public protocol ByteSink: Sendable {
    func write(_ bytes: [UInt8]) throws(FileOutput.Failure)
}

/// Writes bytes to a file descriptor.
public struct FileOutput: ByteSink {
    public let descriptor: CInt

    public init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Why bytes could not be written.
    public enum Failure: Error, Equatable {
        /// The reader has closed the pipe.
        case closed
        case failed(reason: String)
    }

    /// Writes a text to the standard error. A failure is ignored, because there is nowhere to report it.
    package static func warn(_ text: String) { try? FileOutput(STDERR_FILENO).write(Array(text.utf8)) }

    /// Whether the reader has closed the pipe.
    package var isClosed: Bool {
        // No events are asked for, so it reports only an error or the end (poll(2)).
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0
    }

    /// Writes all the bytes. Waits for a slow reader, even if the descriptor is non-blocking.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + done, bytes.count - done)
            }
            if count != -1 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&state, 1, -1)
            case EPIPE: throw .closed
            default: throw .failed(reason: SystemError.text())
            }
        }
    }
}
