import ArgumentParser
import Foundation
import TelexCompletion
import TelexRuntime

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
            only by you. $XDG_CONFIG_HOME/telex/config has options that every command begins with: see telex config.

            EXIT CODES:
            \(ExitCode.summary)
            """,
        version: "telex 0.1.0",
        subcommands: [
            ReplCommand.self, PipeCommand.self, SendCommand.self, ShowCommand.self, WaitCommand.self, TailCommand.self,
            LoginCommand.self,
            LogoutCommand.self,
            ServeCommand.self,
            AttachCommand.self, UnreadCommand.self, DoctorCommand.self, ConfigCommand.self, ExportCommand.self,
            ImportCommand.self,
            ReplayCommand.self,
            SchemaCommand.self,
        ],
        defaultSubcommand: ReplCommand.self)

    /// The environment variables. Foundation collects them anew each time.
    static let environment = ProcessInfo.processInfo.environment

    /// The names of all commands.
    static var names: [String] { ["help"] + configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// The name of the command that this process runs.
    static var running: String {
        CommandLine.arguments.dropFirst().first.flatMap { names.contains($0) ? $0 : nil } ?? "repl"
    }

    static func main() {
        StandardDescriptors.reserve()
        LocaleVariables.sanitize(environment)
        umask(0o077)
        // A file size limit is then reported as a write error, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        if CompletionScript.print(for: TelexCommand.self, Array(CommandLine.arguments.dropFirst())) { return }
        var command: any ParsableCommand
        do {
            try CommandLineError.check(Array(CommandLine.arguments.dropFirst()), commands: names)
            command = try parsed(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Failures.end(error) { exit(withError: $0) }
        }
        do {
            try command.run()
        } catch {
            Failures.end(error) { type(of: command).exit(withError: $0) }
        }
    }

    /// Parses the arguments, after the options of the configuration file.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = subcommand(named: arguments.first)
        guard isConfigured(arguments, named) else { return try parse(arguments) }
        let file = try Configuration(environment: environment)
        guard file.entries != nil else { return try parse(arguments) }
        try file.check()
        let command = named ?? ReplCommand.self
        let name = command.configuration.commandName ?? ""
        let given = Array(named == nil ? arguments[...] : arguments.dropFirst())
        let entries = file.entries(beside: given, of: command)
        do { return try parse([name] + entries.map(\.argument) + given) } catch {
            // An error in the file is reported as such.
            for entry in entries {
                do { _ = try ReplCommand.parse([entry.argument]) } catch {
                    let reason = ReplCommand.message(for: error)
                    throw ConfigurationError.invalid(path: file.path, entry.line, .refused(reason))
                }
            }
            throw error
        }
    }

    private static func subcommand(named name: String?) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// Parses the arguments of one command without looking at the others, which takes half as long. Help, completions,
    /// and errors, which show how the command is used, need them all. A command with a "super-command" is not asked for
    /// completions, which would take a tenth of a start.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        // Otherwise this would be the help of the default command.
        if arguments == ["--help"] || arguments == ["-h"] { return try parseAsRoot(["help"]) }
        if let command = subcommand(named: arguments.first) {
            if let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())) { return parsed }
        } else if arguments.first?.hasPrefix("-") != false, let parsed = try? ReplCommand.parseAsRoot(arguments) {
            return parsed
        }
        return try parseAsRoot(arguments)
    }

    /// Whether the configuration file applies: not to help and completions, nor to a deterministic run.
    private static func isConfigured(_ arguments: [String], _ command: (any ParsableCommand.Type)?) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        // No option in the file concerns these.
        let others: [any ParsableCommand.Type] = [
            ConfigCommand.self, SchemaCommand.self, ReplayCommand.self, ServeCommand.self,
        ]
        if let command, others.contains(where: { $0 == command }) { return false }
        // A word that is no command, such as help, or a request for completions.
        if let first = arguments.first, command == nil, !first.hasPrefix("-") || first.hasPrefix("---") { return false }
        let ways = [
            "--no-config", "-h", "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
        ]
        if options.contains(where: { option in ways.contains { option == $0 || option.hasPrefix("\($0)=") } }) {
            return false
        }
        let clock = zip(options, options.dropFirst() + [""]).contains { option, value in
            option.hasPrefix("--clock=virtual") || (option == "--clock" && value.hasPrefix("virtual"))
        }
        return !clock
    }
}
