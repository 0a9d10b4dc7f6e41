import Foundation

/// Locks the file for one server. Two servers would not notify each other of changes.
package final class ServerLock {
    private let descriptor: CInt

    /// - Parameter path: the server's file. The lock file has the same name with `.lock` appended.
    /// - Throws: `ServerError.running` while another server holds the lock; `.severalNames`, `.mounted` and
    ///   `.inaccessible`.
    package init(_ path: String) throws(ServerError) {
        let path = ServerFile.resolved(path)
        if ServerFile.isMountPoint(path) { throw .mounted(path: path) }
        if Self.hasOtherNames(path) { throw .severalNames(path: path) }
        let lock = path + ".lock"
        // Opening a FIFO would wait for its other end.
        descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw .inaccessible(path: errno == EISDIR ? lock : path, reason: String(cString: strerror(errno)))
        }
        guard Self.isRegular(descriptor) else { throw .inaccessible(path: lock, reason: "not a regular file") }
        // `deinit` closes the descriptor then, too.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { throw .running(path: path) }
            let reason = String(cString: strerror(errno))
            throw .inaccessible(
                path: lock, reason: "its file system has no locks (\(reason)); name a file on a local disk")
        }
        // What an earlier server noted.
        ftruncate(descriptor, 0)
        FileOwner.give(lock, to: path)
    }

    /// Notes which file the server uses, for commands that open it meanwhile.
    static func note(_ path: String) {
        guard let node = FileNode(path) else { return }
        try? Data(node.text.utf8).write(to: URL(fileURLWithPath: path + ".lock"))
    }

    /// Checks that the path leads to the file of the server that holds the lock. Another file there would get the WAL of
    /// that server.
    ///
    /// - Returns: whether a server uses the file by this name.
    /// - Throws: `ServerError.replaced`.
    @discardableResult
    static func check(_ path: String) throws(ServerError) -> Bool {
        guard isHeld(path), let noted = try? String(contentsOfFile: path + ".lock", encoding: .utf8), !noted.isEmpty
        else { return false }
        if FileNode(path)?.text != noted { throw .replaced(path: path) }
        return true
    }

    /// Checks that nobody can use the file by another name, beside which its lock and its WAL would be
    /// (sqlite.org/howtocorrupt.html, 2.5).
    ///
    /// - Throws: `ServerError.replaced`, `.severalNames` and `.mounted`.
    static func checkNames(_ path: String) throws(ServerError) {
        if ServerFile.isMountPoint(path) { throw .mounted(path: path) }
        if try !check(path), hasOtherNames(path) { throw .severalNames(path: path) }
    }

    /// Whether the file has hard links other than those of a restore that was interrupted.
    static func hasOtherNames(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return false }
        let node = FileNode(path)
        let replaced = Backup.replaced(path).count { FileNode($0) == node }
        return status.st_nlink > replaced + 1
    }

    /// Whether a server holds the lock.
    package static func isHeld(_ path: String) -> Bool { holds(path) ?? false }

    /// Whether a server holds the lock; `nil` if this user cannot tell.
    static func holds(_ path: String) -> Bool? {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == EACCES ? nil : false }
        defer { close(descriptor) }
        // Shared, so that two checks at the same time do not take each other for a server.
        return isRegular(descriptor) && flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func isRegular(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(descriptor) }
}
