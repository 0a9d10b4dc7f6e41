import Foundation
import TelexRuntime

extension FileOutput {
    /// Creates a file that only its owner can read, or truncates an existing one.
    static func creating(_ path: String) throws(FileNotCreated) -> FileOutput {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileNotCreated(path: path, reason: FileFailure().reason) }
        return FileOutput(descriptor)
    }
}

/// A file that the user names for output cannot be created.
struct FileNotCreated: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "Cannot create \(path): \(reason). Choose another file." }
}
