import ArgumentParser
import Foundation

/// `telex`: a chat client that you can pipe.
@main
struct TelexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telex",
        abstract: "A chat client that you can pipe.",
        discussion: """
            Without a subcommand, telex opens the REPL. Type /new Eliza to talk with a built-in bot. Run telex login \
            to talk with people, through a telex-server or a Matrix homeserver.

            Files are kept in $XDG_DATA_HOME/telex/<profile>/ (by default ~/.local/share/telex/<profile>/), readable \
            only by you.

            EXIT CODES:
            \(ExitCodes.text)
            """,
        version: "telex 0.1.0",
        subcommands: [
            ReplCommand.self, PipeCommand.self, LoginCommand.self, LogoutCommand.self, ServeCommand.self,
            UnreadCommand.self, DoctorCommand.self, ExportCommand.self, ImportCommand.self, ReplayCommand.self,
            SchemaCommand.self,
        ],
        defaultSubcommand: ReplCommand.self)

    /// The names of all commands.
    static var names: [String] { ["help"] + configuration.subcommands.compactMap { $0.configuration.commandName } }

    static func main() async {
        umask(0o077)
        // A file size limit is then reported as a write error, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        do {
            try CommandLineError.check(Array(CommandLine.arguments.dropFirst()), commands: names)
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Failures.end(error) { exit(withError: $0) }
        }
    }
}
