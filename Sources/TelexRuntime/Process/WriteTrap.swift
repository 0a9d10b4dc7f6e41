import Foundation

/// Kills programs with SIGKILL as soon as they have written to the standard input of others, before they can do anything
/// else. What they have written stays in the pipe.
///
/// The kernel sends the signal within the write (fcntl(2), `F_SETOWN`). This works on Linux, and for pipes: elsewhere, a
/// trap does nothing.
package final class WriteTrap: Sendable {
    private let descriptors: [CInt]

    /// - Parameters:
    ///   - readers: the processes that read from the pipes.
    ///   - writers: the processes to kill.
    package init(readers: some Sequence<Int32>, writers: some Sequence<Int32>) {
        #if os(Linux)
            descriptors = readers.flatMap { reader in writers.compactMap { Self.set(reader, $0) } }
        #else
            descriptors = []
        #endif
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    #if os(Linux)
        /// `F_SETOWN`, `F_SETSIG` and `O_ASYNC` (fcntl(2)), which Glibc declares only with extensions.
        private static let (setOwner, setSignal, tells): (CInt, CInt, CInt) = (8, 10, 0x2000)

        /// Opens the pipe once more, so that the reader sees nothing of it; returns `nil` if it is none.
        private static func set(_ reader: Int32, _ writer: Int32) -> CInt? {
            let descriptor = open("/proc/\(reader)/fd/0", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
                fcntl(descriptor, setOwner, writer) == 0, fcntl(descriptor, setSignal, SIGKILL) == 0,
                fcntl(descriptor, F_SETFL, O_NONBLOCK | tells) == 0
            else {
                close(descriptor)
                return nil
            }
            return descriptor
        }
    #endif
}
