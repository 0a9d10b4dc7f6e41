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

    /// Whether something is mounted at the file itself, as with `mount --bind`. Its log would be in another folder than
    /// that of the same file elsewhere.
    ///
    /// - Parameter table: the mounts of the process (proc_pid_mountinfo(5)).
    static func isMountPoint(
        _ path: String, in table: Data? = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/mountinfo"))
    ) -> Bool {
        guard let table, let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let point = Data(UnsafeRawBufferPointer(start: real, count: strlen(real)))
        return table.split(separator: UInt8(ascii: "\n")).contains { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            return fields.count > 4 && unescaped(fields[4]) == point
        }
    }

    /// Replaces octal numbers such as `\040` by their bytes.
    private static func unescaped(_ field: Data) -> Data {
        var (result, rest) = (Data(), field)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                result.append(number)
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }

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
