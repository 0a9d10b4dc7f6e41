import Foundation

/// Identifies a store's file when it is opened, to detect whether another one has replaced it since.
struct StoreFile {
    let path: String
    private let device: dev_t
    private let node: ino_t

    init?(_ path: String) {
        guard let (device, node) = Self.identity(of: path) else { return nil }
        self.path = path
        self.device = device
        self.node = node
    }

    /// Whether the path still leads to the same file, so that a later run finds what is written.
    var isInPlace: Bool {
        guard let (device, node) = Self.identity(of: path) else { return false }
        return device == self.device && node == self.node
    }

    private static func identity(of path: String) -> (dev_t, ino_t)? {
        var status = stat()
        return stat(path, &status) == 0 ? (status.st_dev, status.st_ino) : nil
    }
}
