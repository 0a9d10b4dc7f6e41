import Foundation

/// Holds the file for one server: two would not tell each other what happens.
package final class ServerLock {
    private let descriptor: CInt

    /// - Parameter path: the server's file; the lock is the file beside it with `.lock` at its end.
    /// - Throws: `ServerError.running` while another server has it.
    package init(_ path: String) throws(ServerError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .inaccessible(path: path, reason: String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .running(path: path)
        }
    }

    /// Whether a server has the file.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Shared, so that two who look do not stand in each other's way.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    deinit { close(descriptor) }
}
