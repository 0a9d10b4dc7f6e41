import ArgumentParser
import Foundation
import TelexCompletion
import TelexRuntime
import TelexStorage

/// Starts the program. SwiftPM names this function `main` when it links.
@_cdecl("telex_main")
func start(_ count: CInt, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
    Arguments.given = ProcessArguments(count, arguments)
    TelexCommand.main()
    return 0
}

/// `telex`: a chat client that you can pipe.
struct TelexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telex",
        abstract: "A chat client that you can pipe.",
        discussion: """
            Without a subcommand, telex opens the REPL. Type /new Eliza to talk with a built-in bot. Run telex login \
            to talk with people, through a telex-server or a Matrix homeserver.

            Files are kept in $XDG_DATA_HOME/telex/<profile>/ (by default ~/.local/share/telex/<profile>/), readable \
            only by you. $XDG_CONFIG_HOME/telex/config has options that every command begins with: see telex config.

            EXIT CODES:
            \(ExitCode.summary)
            """,
        version: "telex 0.1.0",
        subcommands: [
            ReplCommand.self, PipeCommand.self, SendCommand.self, AskCommand.self, ShowCommand.self, SearchCommand.self,
            LogCommand.self, SaveCommand.self,
            WaitCommand.self,
            TailCommand.self, EachCommand.self,
            LoginCommand.self,
            LogoutCommand.self,
            ServeCommand.self,
            AttachCommand.self, UnreadCommand.self, DoctorCommand.self, ConfigCommand.self, ExportCommand.self,
            ImportCommand.self,
            ReplayCommand.self, TryCommand.self,
            SchemaCommand.self,
        ],
        defaultSubcommand: ReplCommand.self)

    /// The environment variables. Foundation collects them anew each time.
    static let environment = ProcessInfo.processInfo.environment

    static func main() {
        StandardDescriptors.reserve()
        LocaleVariables.sanitize(environment)
        umask(0o077)
        // A file size limit is then reported as a write error, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        do {
            let limit = StandardDescriptors.raiseLimit(to: fileCount)
            if limit < fileCount {
                throw CommandError(
                    "This process may open \(limit) files, and telex needs \(fileCount): ulimit -n \(fileCount)",
                    .osError)
            }
            if let script = CompletionScript.requested(of: TelexCommand.self, Arguments.current.all) {
                return try FileOutput.standard.write("\(script)\n")
            }
        } catch {
            Failures.end(error) { exit(withError: $0) }
        }
        var command: any ParsableCommand
        do { command = try Arguments.current.command() } catch { Failures.end(error) { end($0, TelexCommand.self) } }
        do {
            if let problem = ProcessFolder.problem() { throw CommandError(problem, .osError) }
            try FolderVariables.check()
            if Arguments.current.usesProfile, let problem = Profile.problem(environment: environment) {
                throw CommandError(problem, .configuration)
            }
            try command.run()
        } catch { Failures.end(error) { end($0, type(of: command)) } }
    }

    /// How many files and sockets must fit, beside those of programs that join.
    private static let fileCount = 64

    /// Prints help, or what is wrong with the arguments, and ends the process. Help that cannot be written is an error.
    private static func end(_ error: any Error, _ command: any ParsableCommand.Type) -> Never {
        if Arguments.current.all.contains(where: ArgumentText.isInvalid), command.exitCode(for: error) != .success {
            FileOutput.warn("\(ArgumentText.shown(command.fullMessage(for: error)))\n")
            Foundation.exit(command.exitCode(for: error).rawValue)
        }
        guard command.exitCode(for: error) == .success else { command.exit(withError: error) }
        do { try FileOutput.standard.write("\(command.fullMessage(for: error))\n") } catch {
            Failures.end(error) { exit(withError: $0) }
        }
        exit()
    }
}
