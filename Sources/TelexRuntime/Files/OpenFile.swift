import Foundation

/// An open file or folder, which is closed with the last reference to it.
package final class OpenFile: Sendable {
    package let descriptor: CInt
    private let onClose: @Sendable () -> Void

    /// - Parameters:
    ///   - descriptor: belongs to this object from now on.
    ///   - onClose: called once it is closed.
    package init(_ descriptor: CInt, onClose: @escaping @Sendable () -> Void = {}) {
        self.descriptor = descriptor
        self.onClose = onClose
    }

    deinit {
        close(descriptor)
        onClose()
    }

    /// Opens a file to read it. Does not wait for the other end of a FIFO.
    package convenience init(reading path: PathBytes) throws(FileFailure) {
        let descriptor = path.withPointer { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        if descriptor < 0 { throw FileFailure() }
        self.init(descriptor)
    }

    /// Opens a folder.
    package convenience init(folder path: PathBytes) throws(FileFailure) {
        let descriptor = path.withPointer { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor < 0 { throw FileFailure() }
        self.init(descriptor)
    }

    /// What only this file has, in all processes; `nil` if the system does not tell.
    package var identity: String? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }

    /// Throws unless it is a regular file: a device may never end, and a FIFO never begin.
    ///
    /// - Returns: what the system tells of it.
    package func regular() throws(FileFailure) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure() }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status
        case S_IFDIR: throw FileFailure(EISDIR)
        default: throw FileFailure(reason: "it is not a regular file")
        }
    }
}
