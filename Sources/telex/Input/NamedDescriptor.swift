import ArgumentParser
import Foundation

/// A file descriptor that an argument names, as `fd:N`.
enum NamedDescriptor {
    /// Returns the descriptor; `nil` if the argument names a file.
    ///
    /// - Parameter example: a command that opens such a descriptor, for the error.
    static func parse(_ argument: String, example: String) throws(ValidationError) -> CInt? {
        guard argument.hasPrefix("fd:") else { return nil }
        guard let number = CInt(argument.dropFirst(3)), fcntl(number, F_GETFD) >= 0 else {
            throw ValidationError("\"\(argument)\" is not an open file descriptor. Open one first, as in: \(example)")
        }
        return number
    }
}
