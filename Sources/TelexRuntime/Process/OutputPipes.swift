import Foundation

/// The pipes that some processes write to, also once those have ended (proc(5)). Elsewhere than on Linux, none are known.
package struct OutputPipes: Sendable {
    /// As the system names them: `pipe:[123]`.
    private var names: Set<String> = []

    package init() {}

    /// Adds the standard output of a process, if it is a pipe.
    package mutating func add(_ process: Int32) {
        if let name = Self.name("/proc/\(process)/fd/1") { names.insert(name) }
    }

    /// The first of some processes that can read from one of the pipes, and has not read everything.
    package func unread(by processes: [Int32]) -> Int32? {
        if names.isEmpty { return nil }
        return processes.first { process in
            let folder = "/proc/\(process)/fd"
            let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return all.contains {
                Self.name("\(folder)/\($0)").map(names.contains) == true && hasBytes("\(folder)/\($0)")
            }
        }
    }

    /// Opens only an end that reads: as long as another one is open, its writers do not hear that the reader is gone.
    private func hasBytes(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IRUSR != 0 else { return false }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return UnreadBytes.arrived(descriptor) > 0
    }

    private static func name(_ path: String) -> String? {
        guard let name = try? FileManager.default.destinationOfSymbolicLink(atPath: path), name.hasPrefix("pipe:")
        else {
            return nil
        }
        return name
    }
}
