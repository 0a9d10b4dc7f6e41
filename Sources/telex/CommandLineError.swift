import ArgumentParser
import TelexCore

/// An error in the command line, apart from its options.
enum CommandLineError: CommandFailure {
    /// An unexpected argument, with the names of all commands.
    case unexpected(String, commands: [String])

    /// Checks the first argument, which names a command unless it is an option.
    static func check(_ arguments: [String], commands: [String]) throws(CommandLineError) {
        guard let first = arguments.first, !first.hasPrefix("-"), !commands.contains(first) else { return }
        throw .unexpected(first, commands: commands)
    }
}

extension CommandLineError {
    var exitCode: ExitCode { .validationFailure }

    var sentence: String {
        switch self {
        case .unexpected(let name, let commands) where commands.contains(name):
            "Put the command before the options: telex \(name) ..."
        case .unexpected(let name, let commands):
            if let nearest = Nearness.nearest(to: name, in: commands) {
                "Unknown command '\(name)'. Did you mean '\(nearest)'?"
            } else {
                "Unknown command '\(name)'. telex --help lists the commands."
            }
        }
    }
}
