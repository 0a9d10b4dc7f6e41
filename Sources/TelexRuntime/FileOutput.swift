import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where bytes go.
public protocol ByteSink: Sendable {
    func write(_ bytes: [UInt8]) throws(FileOutput.Failure)
}

/// Writes bytes to a file descriptor, all of them.
public struct FileOutput: ByteSink {
    public let descriptor: CInt

    public init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Why bytes could not be written.
    public enum Failure: Error, Equatable {
        /// Nobody reads any more.
        case closed
        case failed(reason: String)
    }

    /// Waits for a slow reader.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { systemWrite($0.baseAddress! + done, bytes.count - done) }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                systemPoll(&poll)
            case EPIPE: throw .closed
            default: throw .failed(reason: String(cString: strerror(errno)))
            }
        }
    }

    private func systemWrite(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Darwin.write(descriptor, bytes, count)
        #endif
    }

    private func systemPoll(_ descriptor: inout pollfd) {
        _ = poll(&descriptor, 1, -1)
    }
}
