import ArgumentParser
import TelexCore

/// An error in the command line, apart from its options.
enum CommandLineError: CommandFailure {
    case unexpected(String)

    /// Checks the first argument, which names a command unless it is an option.
    static func check(_ arguments: [String]) throws(CommandLineError) {
        guard let first = arguments.first, !first.hasPrefix("-"), !commands.contains(first) else { return }
        throw .unexpected(first)
    }

    /// The names of all commands.
    private static var commands: [String] {
        ["help"] + TelexCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}

extension CommandLineError {
    var exitCode: ExitCode { .validationFailure }

    var sentence: String {
        switch self {
        case .unexpected(let name) where Self.commands.contains(name):
            "Put the command before the options: telex \(name) ..."
        case .unexpected(let name):
            if let nearest = Nearness.nearest(to: name, in: Self.commands) {
                "Unknown command '\(name)'. Did you mean '\(nearest)'?"
            } else {
                "Unknown command '\(name)'. telex --help lists the commands."
            }
        }
    }
}
