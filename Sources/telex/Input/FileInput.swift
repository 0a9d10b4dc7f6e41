import Foundation
import TelexRuntime

/// A file, or the standard input, that is read in pieces.
struct FileInput {
    let descriptor: CInt

    /// Reads up to 64 KiB; returns `nil` at the end.
    func piece() throws(InputFailure) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = read(descriptor, &buffer, buffer.count)
        while count < 0, errno == EINTR { count = read(descriptor, &buffer, buffer.count) }
        if count < 0 { throw InputFailure(reason: SystemError.text()) }
        return count == 0 ? nil : Array(buffer[..<count])
    }

    /// Reads the rest.
    func rest() throws(InputFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try piece() { bytes += piece }
        return bytes
    }
}
