import Foundation
import TelexCore

/// Why a file cannot be read or written.
package struct FileFailure: FileError, Hashable, CustomStringConvertible {
    /// The reason, without a capital letter or a period: "no such file or directory".
    package let reason: String
    package let problem: FileProblem?

    package var description: String { reason }

    package init(reason: String, _ problem: FileProblem? = nil) {
        self.reason = reason
        self.problem = problem
    }

    /// - Parameter number: an error number of `errno(3)`.
    package init(_ number: CInt = errno) {
        let text = SystemError.text(number)
        self.init(
            reason: text.prefix(1).lowercased() + text.dropFirst(),
            [ENOSPC, EDQUOT, EIO, EFBIG].contains(number) ? .inputOutput : nil)
    }

    package init(_ error: any Error) {
        switch error {
        case let error as FileFailure: self = error
        case FileOutput.Failure.failed(let reason):
            self.init(reason: reason.prefix(1).lowercased() + reason.dropFirst(), .inputOutput)
        default: self.init(EIO)
        }
    }

    /// The same failure with this problem, unless it has one.
    package func or(_ problem: FileProblem) -> FileFailure {
        FileFailure(reason: reason, self.problem ?? problem)
    }
}
