import ArgumentParser
import Foundation
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// What the exit codes mean; those from 64 are sysexits.h's.
enum ExitCodes {
    static let differs = ExitCode(1)
    static let findings = ExitCode(1)
    static let data = ExitCode(65)
    static let noInput = ExitCode(66)
    static let unavailable = ExitCode(69)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let unfinished = ExitCode(75)
    static let refused = ExitCode(77)

    static let text = """
          0  success
          1  replay --verify found a difference, or doctor found files that others can read
         64  invalid arguments
         65  the store, the recording or the export is damaged, or was written by a newer Telex; an export has
             what could be read
         66  an input file cannot be read
         69  another process uses the profile, or the server cannot be reached or is not installed
         73  a file or folder cannot be created
         74  the input could not be read, or the store or the output not written; nothing was shown that was not stored
         75  the input ended, and --drain ran out before all work was done; what is stored as waiting counts as done
         77  the server refused the login, or the profile belongs to another account
        128+n  signal n ended the program (141: the reader of the output went away)
        """
}

/// Turns failures into sentences and exit codes.
enum Failures {
    /// - Parameter other: ends the process for failures that are not ours.
    static func end(_ error: any Error, other: (any Error) -> Never) -> Never {
        switch error {
        case let error as StoreError: end(error.description, code(error))
        case let error as RecordingError: end(error.description, code(error))
        case let error as ExportError: end(error.description, code(error))
        case let error as PartialExport: end(error.description, ExitCodes.data)
        case let error as CommandLineError: end(error.description, ExitCode.validationFailure)
        case let error as AccountError: end(error.description, code(error))
        case LoginError.unreachable(let reason):
            end(
                "\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Is it running, and is that its address, http or https included?",
                ExitCodes.unavailable)
        case LoginError.refused(let reason): end(reason, ExitCodes.refused)
        case let error as FeedError: end(error.description, ExitCodes.noInput)
        case FileOutput.Failure.closed: Signals.end(by: SIGPIPE)
        case FileOutput.Failure.failed(let reason):
            end("Cannot write the output: \(reason).", ExitCodes.inputOutput)
        case let error as InputFailure: end(error.description, ExitCodes.inputOutput)
        case SessionFailure.storeFailed(let reason, _, _):
            end("What came last was not stored: \(reason)", ExitCodes.inputOutput)
        default: other(error)
        }
    }

    /// Says it on the standard error, harmless: it may quote a server.
    static func say(_ sentence: String) {
        let lines = sentence.split(separator: "\n", omittingEmptySubsequences: false).map {
            HarmlessText.of(String($0))
        }
        FileHandle.standardError.write(Data("telex: \(lines.joined(separator: "\n"))\n".utf8))
    }

    private static func end(_ sentence: String, _ code: ExitCode) -> Never {
        say(sentence)
        exit(code.rawValue)
    }

    static func code(_ error: StoreError) -> ExitCode {
        switch error {
        case .locked: ExitCodes.unavailable
        case .corrupt, .older, .newer, .unreadable, .taken: ExitCodes.data
        case .inaccessible, .notMade: ExitCodes.cannotCreate
        case .missing: ExitCodes.noInput
        case .notWritten, .damaged, .replaced: ExitCodes.inputOutput
        }
    }

    static func code(_ error: AccountError) -> ExitCode {
        switch error {
        case .unreadable: ExitCodes.data
        case .unwritable: ExitCodes.cannotCreate
        case .loggedIn, .notLoggedIn, .otherChats, .otherUser, .otherOwner, .otherExport: ExitCodes.refused
        case .noInvitation, .noAuthority, .noPassword, .noToken: ExitCodes.noInput
        }
    }

    private static func code(_ error: ExportError) -> ExitCode {
        if case .unreadable = error { ExitCodes.noInput } else { ExitCodes.data }
    }

    private static func code(_ error: RecordingError) -> ExitCode {
        if case .unreadable = error { ExitCodes.noInput } else { ExitCodes.data }
    }
}
