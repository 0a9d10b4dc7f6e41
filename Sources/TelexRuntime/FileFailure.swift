import Foundation

/// Why a file cannot be read or written.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
    /// The reason, without a capital letter or a period: "no such file or directory".
    package let reason: String

    package var description: String { reason }

    package init(reason: String) { self.reason = reason }

    /// - Parameter number: an error number of `errno(3)`.
    package init(_ number: CInt = errno) {
        let text = SystemError.text(number)
        self.init(reason: text.prefix(1).lowercased() + text.dropFirst())
    }

    package init(_ error: any Error) {
        switch error {
        case let error as FileFailure: self = error
        case FileOutput.Failure.failed(let reason):
            self.init(reason: reason.prefix(1).lowercased() + reason.dropFirst())
        default: self.init(EIO)
        }
    }
}
