import Foundation
import TelexRuntime
import TelexStorage

extension FileOutput {
    static let standard = FileOutput(STDOUT_FILENO)

    func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Creates a file that only its owner can read, or truncates an existing one.
    static func creating(_ path: String) throws(CommandError) -> FileOutput {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return FileOutput(descriptor) }
        throw CommandError("Cannot create \(path): \(FileFailure().reason). Choose another file.", .cannotCreate)
    }

    /// Creates a file that only its owner can read. Throws if the file exists.
    static func new(_ path: PathBytes) throws(StoreError) -> FileOutput {
        let descriptor = path.withPointer { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        if descriptor >= 0 { return FileOutput(descriptor) }
        throw .notMade(path: path.shown, reason: SystemError.text())
    }
}
