import Foundation

/// The errors of the system.
package enum SystemError {
    /// Returns the system's words for an error number of `errno(3)`, such as "No such file or directory".
    package static func text(_ number: CInt = errno) -> String { String(cString: strerror(number)) }
}
