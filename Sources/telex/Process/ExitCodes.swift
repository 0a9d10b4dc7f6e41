import ArgumentParser
import TelexCore
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexWire

/// The exit codes. Those from 64 follow sysexits.h.
extension ExitCode {
    static let differs = ExitCode(1)
    static let findings = ExitCode(1)
    static let data = ExitCode(65)
    static let noInput = ExitCode(66)
    static let noChat = ExitCode(67)
    static let unavailable = ExitCode(69)
    static let osError = ExitCode(71)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let unfinished = ExitCode(75)
    static let otherMessage = ExitCode(76)
    static let refused = ExitCode(77)
    static let configuration = ExitCode(78)

    /// A summary for `--help`. ExitCodes.md, the source of the manual page, lists them all.
    static let summary = """
          0  success
         64  invalid arguments
         65-78  a file, server or login failed: see the error message
        """
}

// What the errors of the other rooms mean for a command.

extension StoreError: CommandFailure {
    var exitCode: ExitCode {
        switch self {
        case .locked: .unavailable
        case .corrupt, .older, .newer, .unreadable, .taken: .data
        case .inaccessible, .readOnly, .noLocks, .notMade, .notCopied: .cannotCreate
        case .missing: .noInput
        case .notWritten, .damaged, .replaced, .full: .inputOutput
        }
    }
}

extension Outcome {
    /// The exit code for a request that was not done.
    var exitCode: ExitCode {
        switch fileProblem {
        case nil: kind == .waiting ? .unavailable : .refused
        case .missing: .noInput
        case .notCreated: .cannotCreate
        case .inputOutput: .inputOutput
        case .unavailable: .unavailable
        case .damaged: .data
        case .stopped: .unfinished
        }
    }
}

extension ExportError: CommandFailure {
    var exitCode: ExitCode { if case .unreadable = self { .noInput } else { .data } }
}

extension RecordingError: CommandFailure {
    var exitCode: ExitCode {
        switch self {
        case .unreadable: .noInput
        case .noMoment: .validationFailure
        case .malformed, .malformedLine, .otherProtocol, .otherHeader, .unfinished: .data
        }
    }
}

extension LoginError: CommandFailure {
    var sentence: String {
        switch self {
        case .unreachable(let reason) where !reason.hasSuffix("."):
            // A second sentence already says what to do.
            reason.contains(". ") ? "\(reason)." : "\(reason). Check the address, including http or https."
        case .unreachable(let reason), .refused(let reason): reason
        }
    }

    var exitCode: ExitCode { if case .unreachable = self { .unavailable } else { .refused } }
}

extension Door.Refusal: CommandFailure {
    var exitCode: ExitCode { .refused }
}

extension InputFailure: CommandFailure {
    var exitCode: ExitCode { .inputOutput }
}

extension SessionFailure: CommandFailure {
    var sentence: String { "The last changes were not stored: \(reason)" }
    var exitCode: ExitCode { .inputOutput }
}
