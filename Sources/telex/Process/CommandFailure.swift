import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// An error that ends a command.
protocol CommandFailure: Error {
    /// What failed, and what to do.
    var sentence: String { get }
    var exitCode: ExitCode { get }
}

extension CommandFailure where Self: CustomStringConvertible {
    var sentence: String { description }
}

/// An error that nobody but the person handles.
struct CommandError: CommandFailure {
    let sentence: String
    let exitCode: ExitCode

    init(_ sentence: String, _ exitCode: ExitCode) {
        self.sentence = sentence
        self.exitCode = exitCode
    }

    /// A view says that it cannot show what it should.
    ///
    /// - Returns: `nil` if the model has no error.
    init?(view model: any ViewModel) {
        let reason: String? =
            switch model {
            case let model as any StatusShowing: model.status.errorText
            case let model as InboxViewModel: model.errorText
            case let model as ContactExportViewModel: model.errorText
            case let model as ReminderExportViewModel: model.errorText
            default: nil
            }
        guard let reason else { return nil }
        self.init(reason, .inputOutput)
    }

    /// A request was not done.
    ///
    /// - Returns: `nil` if it was done.
    init?(of outcome: Outcome) {
        if outcome.kind <= .sent { return nil }
        self.init(outcome.reason ?? ProfileClient.silence, outcome.kind == .waiting ? .unavailable : .inputOutput)
    }

    /// The owner of the profile does not do what this telex asked for.
    ///
    /// - Parameter answer: what the owner has said.
    /// - Returns: `nil` if its first line is no error.
    init?(owner answer: some Collection<UInt8>) {
        var reader = OutputReader()
        guard case .error(let error)? = try? reader.read(Array(answer.prefix { $0 != 0x0A })[...]) else { return nil }
        self.init(error.reason, .unavailable)
    }

    /// The person has detached this telex from the owner of the profile.
    static let detached = CommandError(
        "This telex was detached from the profile with telex attach.", .unavailable)
}

/// Reports errors.
enum Failures {
    /// Ends the process with the message and exit code of an error.
    ///
    /// - Parameter other: ends the process for errors that Telex does not define.
    static func end(_ error: any Error, other: (any Error) -> Never) -> Never {
        switch error {
        case let error as any CommandFailure: end(error)
        case FileOutput.Failure.closed: Signals.end(by: SIGPIPE)
        case FileOutput.Failure.failed(let reason):
            end(CommandError("Cannot write the output: \(reason).", .inputOutput))
        default: other(error)
        }
    }

    private static func end(_ failure: any CommandFailure) -> Never {
        say(failure.sentence)
        exit(failure.exitCode.rawValue)
    }

    /// Prints a message to the standard error, made safe because it may quote a server.
    static func say(_ sentence: String) {
        FileOutput.warn("telex: \(HarmlessText.ofLines(ArgumentText.shown(sentence)))\n")
    }
}
