import Foundation

/// A folder for an unfinished copy, beside its target. A process locks its own until it ends, so the next one removes
/// those of killed processes.
final class CopyFolder {
    private static let prefix = ".telex-server-copy-"

    let path: String
    private let descriptor: CInt

    /// - Throws: `ServerError.inaccessible` and `.full`.
    init(beside target: String) throws(ServerError) {
        let parent = (target as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        Self.removeAbandoned(in: folder)
        while true {
            let path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
            guard mkdir(path, 0o700) == 0 else { throw Self.error(errno, target) }
            // Until it is locked, another process may take it for an abandoned one.
            if let descriptor = Self.lock(path) {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// Locks a folder.
    ///
    /// - Returns: `nil` if another process has locked or removed it.
    private static func lock(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var (locked, found) = (stat(), stat())
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &locked) == 0, lstat(path, &found) == 0,
            locked.st_ino == found.st_ino, locked.st_dev == found.st_dev
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    private static func removeAbandoned(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            guard let descriptor = lock("\(folder)/\(name)") else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            close(descriptor)
        }
    }

    private static func error(_ number: CInt, _ target: String) -> ServerError {
        switch number {
        case ENOSPC, EDQUOT: .full(path: target)
        default: .inaccessible(path: target, reason: String(cString: strerror(number)))
        }
    }
}
