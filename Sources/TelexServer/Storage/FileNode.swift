import Foundation

/// Identifies a file, whatever its path (inode(7)).
struct FileNode: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: `nil` if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }

    var text: String { "\(device) \(number)" }
}
