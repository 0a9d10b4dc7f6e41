import ArgumentParser
import Foundation
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// The exit codes. Those from 64 follow sysexits.h.
enum ExitCodes {
    static let differs = ExitCode(1)
    static let findings = ExitCode(1)
    static let data = ExitCode(65)
    static let noInput = ExitCode(66)
    static let noChat = ExitCode(67)
    static let unavailable = ExitCode(69)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let unfinished = ExitCode(75)
    static let refused = ExitCode(77)
    static let configuration = ExitCode(78)

    /// A summary for `--help`. ExitCodes.md, the source of the manual page, lists them all.
    static let text = """
          0  success
         64  invalid arguments
         65-78  a file, server or login failed: see the error message
        """
}

/// Turns errors into messages and exit codes.
enum Failures {
    /// - Parameter other: ends the process for errors that Telex does not define.
    static func end(_ error: any Error, other: (any Error) -> Never) -> Never {
        switch error {
        case let error as StoreError: end(error.description, code(error))
        case let error as RecordingError: end(error.description, code(error))
        case let error as ExportError: end(error.description, code(error))
        case let error as PartialExport: end(error.description, ExitCodes.data)
        case let error as ChatNotFound: end(error.description, ExitCodes.noChat)
        case let error as CursorFileError: end(error.description, ExitCodes.data)
        case let error as OwnerLeft: end(error.description, ExitCodes.unavailable)
        case let error as Detached: end(error.description, ExitCodes.unavailable)
        case let error as OwnerSilent: end(error.description, ExitCodes.unavailable)
        case let error as OwnerRefused: end(error.description, ExitCodes.unavailable)
        case let error as Door.Refusal: end(error.description, ExitCodes.refused)
        case let error as ConfigurationError: end(error.description, ExitCodes.configuration)
        case let error as CommandLineError: end(error.description, ExitCode.validationFailure)
        case let error as AccountError: end(error.description, code(error))
        case LoginError.unreachable(let reason):
            end(
                reason.hasSuffix(".") ? reason : "\(reason). Check the address, including http or https.",
                ExitCodes.unavailable)
        case LoginError.refused(let reason): end(reason, ExitCodes.refused)
        case let error as FeedError: end(error.description, ExitCodes.noInput)
        case FileOutput.Failure.closed: Signals.end(by: SIGPIPE)
        case FileOutput.Failure.failed(let reason):
            end("Cannot write the output: \(reason).", ExitCodes.inputOutput)
        case let error as FileNotCreated: end(error.description, ExitCodes.cannotCreate)
        case let error as ViewFailure: end(error.description, ExitCodes.inputOutput)
        case let error as InputFailure: end(error.description, ExitCodes.inputOutput)
        case let error as SessionFailure:
            end("The last changes were not stored: \(error.reason)", ExitCodes.inputOutput)
        default: other(error)
        }
    }

    /// Prints a message to the standard error, made safe because it may quote a server.
    static func say(_ sentence: String) {
        FileHandle.standardError.write(Data("telex: \(HarmlessText.ofLines(sentence))\n".utf8))
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
        case .notWritten, .damaged, .replaced, .full: ExitCodes.inputOutput
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
