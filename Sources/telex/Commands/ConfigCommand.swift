import ArgumentParser
import Foundation
import TelexRuntime

/// `telex config`: prints what can be in the configuration file, and what is in it.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the configuration: each option, what it does, and where it was set.",
        discussion: """
            The configuration file, $XDG_CONFIG_HOME/telex/config (by default ~/.config/telex/config), has options of telex, \
            one a line, such as --time-format 12, and lines that begin with #. A value is the rest of its line, without \
            quotes; ~/ is the home folder. Every command that has an option begins with that of the file. An option on the \
            command line replaces it. --zone, --locale, --time-format, --durability, --fetch and --keep-files apply to all \
            commands that use a profile. With --no-config, and under --clock virtual, the file is not read.

            The output has the form of the file.
            """)

    func run() throws {
        let configuration = try Configuration(environment: TelexCommand.environment)
        try configuration.check()
        let entries = configuration.entries ?? []
        var lines = [
            "# The configuration file \(configuration.path)\(configuration.entries == nil ? ", which does not exist" : "")."
        ]
        for option in Configuration.options {
            let name = option.name ?? ""
            let value = option.isFlag ? "" : " <\(option.valueName ?? "")>"
            let set = entries.filter { option.answers(to: $0.name) }
            let hasDefault = option.defaultValue != nil && !option.isFlag
            lines += ["", "# \(option.abstract ?? "")\(hasDefault ? " (default: \(option.defaultValue ?? ""))" : "")"]
            if set.isEmpty {
                lines.append("#--\(option.canBeTurnedOff ? "no-" : "")\(name)\(value)")
            }
            for entry in set {
                lines += ["# Set in line \(entry.line):", "--\(entry.name)\(entry.value.map { " \($0)" } ?? "")"]
            }
        }
        try FileOutput.standard.write(lines.joined(separator: "\n") + "\n")
    }
}
