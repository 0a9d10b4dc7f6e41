import Foundation

/// A file that is read or replaced as a whole.
package struct WholeFile {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Reads the file. Only a regular file is read: a device may never end, and a FIFO never begin.
    ///
    /// - Parameter limit: the most bytes that the file may have.
    package func read(atMost limit: Int) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw FileFailure() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure() }
        try Self.check(status)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure() }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit { throw FileFailure(reason: "the file is larger than \(limit >> 20) MiB") }
        }
    }

    /// Replaces the file atomically, or creates it for its owner only. Replaces the file that a link points to.
    ///
    /// - Parameter isPrivate: whether an existing file becomes its owner's only, too. Otherwise it keeps its mode.
    package func replace(_ bytes: [UInt8], isPrivate: Bool) throws(FileFailure) {
        var target = path
        var mode: mode_t = 0o600
        var status = stat()
        if lstat(path, &status) == 0 {
            // A link that leads nowhere is left as it is.
            guard stat(path, &status) == 0 else { throw FileFailure() }
            try Self.check(status)
            if !isPrivate { mode = status.st_mode & 0o777 }
            if let real = realpath(path, nil) {
                target = String(cString: real)
                free(real)
            }
        }
        try Self.write(bytes, beside: target, mode) { rename($0, target) }
    }

    /// Creates the file atomically, for its owner only, unless it exists.
    ///
    /// - Returns: whether it did not exist.
    package func create(_ bytes: [UInt8]) throws(FileFailure) -> Bool {
        do throws(FileFailure) {
            try Self.write(bytes, beside: path, 0o600) { beside in
                if link(beside, path) == 0 { return unlink(beside) }
                // Some file systems have no links. The name is reserved, and then replaced.
                guard [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(errno) else { return -1 }
                let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard reserved >= 0 else { return -1 }
                close(reserved)
                return rename(beside, path)
            }
            return true
        } catch {
            if error == FileFailure(EEXIST) { return false }
            throw error
        }
    }

    /// Writes another file in the same folder, and puts it in its place.
    ///
    /// - Parameter place: called with the path of that file; returns 0, or -1 with an error number in `errno`.
    private static func write(
        _ bytes: [UInt8], beside target: String, _ mode: mode_t, _ place: ([CChar]) -> CInt
    ) throws(FileFailure) {
        var beside = Array("\(target).XXXXXX".utf8CString)
        let descriptor = mkstemp(&beside)
        guard descriptor >= 0 else { throw FileFailure() }
        defer { close(descriptor) }
        do {
            try FileOutput(descriptor).write(bytes)
            // It is its owner's only; some file systems refuse another mode.
            if mode != 0o600 { fchmod(descriptor, mode) }
            guard place(beside) == 0 else { throw FileFailure() }
        } catch {
            let failure = FileFailure(error)
            unlink(beside)
            throw failure
        }
    }

    private static func check(_ status: stat) throws(FileFailure) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FileFailure(EISDIR)
        default: throw FileFailure(reason: "it is not a regular file")
        }
    }
}
