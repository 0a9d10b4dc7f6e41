import Foundation

/// Locks the file for one server. Two servers would not notify each other of changes.
package final class ServerLock {
    private let descriptor: CInt

    /// - Parameter path: the server's file. The lock file has the same name with `.lock` appended.
    /// - Throws: `ServerError.running` while another server holds the lock; `.inaccessible`.
    package init(_ path: String) throws(ServerError) {
        let lock = path + ".lock"
        // Opening a FIFO would wait for its other end.
        descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw .inaccessible(path: errno == EISDIR ? lock : path, reason: String(cString: strerror(errno)))
        }
        guard Self.isRegular(descriptor) else { throw .inaccessible(path: lock, reason: "not a regular file") }
        // `deinit` closes the descriptor then, too.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .running(path: path) }
        // What an earlier server noted.
        ftruncate(descriptor, 0)
    }

    /// Notes which file the server uses, for commands that open it meanwhile.
    static func note(_ path: String) {
        guard let node = FileNode(path) else { return }
        try? Data(node.text.utf8).write(to: URL(fileURLWithPath: path + ".lock"))
    }

    /// Checks that the path leads to the file of the server that holds the lock. Another file there would get the WAL of
    /// that server.
    ///
    /// - Throws: `ServerError.replaced`.
    static func check(_ path: String) throws(ServerError) {
        guard isHeld(path), let noted = try? String(contentsOfFile: path + ".lock", encoding: .utf8), !noted.isEmpty
        else { return }
        if FileNode(path)?.text != noted { throw .replaced(path: path) }
    }

    /// Whether a server holds the lock.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Shared, so that two checks at the same time do not take each other for a server.
        return isRegular(descriptor) && flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    private static func isRegular(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(descriptor) }
}
