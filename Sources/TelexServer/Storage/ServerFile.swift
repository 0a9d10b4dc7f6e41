import Foundation

/// Identifies the server's file and its WAL when they are opened, to detect whether others have replaced them since.
struct ServerFile: Sendable {
    let path: String
    /// The files in use. A WAL that is somewhere else is missing here.
    private let nodes: [(path: String, node: FileNode)]

    init(_ path: String) {
        self.path = path
        nodes = [path, path + "-wal"].compactMap { path in FileNode(path).map { (path, $0) } }
    }

    /// Whether the paths still lead to the same files, so that a later start finds what is written.
    var isInPlace: Bool { nodes.allSatisfy { FileNode($0.path) == $0.node } }

    /// - Throws: `ServerError.replaced`.
    func check() throws(ServerError) { if !isInPlace { throw .replaced(path: path) } }

    /// The most symbolic links to follow, as on Linux (path_resolution(7)).
    private static let mostLinks = 40

    /// The path that symbolic links lead to. SQLite keeps its log beside that file, so the lock and the content of files
    /// are there, too.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<mostLinks {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
            let folder = (path as NSString).deletingLastPathComponent as NSString
            path = target.hasPrefix("/") ? target : folder.appendingPathComponent(target)
        }
        return path
    }
}
