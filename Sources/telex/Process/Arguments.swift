import ArgumentParser
import Foundation
import TelexCompletion

/// The arguments of this process: the command that they name, and what is given to it.
struct Arguments {
    /// What the process was started with. Set before `current` is read, and before there is another thread.
    nonisolated(unsafe) static var given: ProcessArguments?

    /// Each byte that is not UTF-8 is a character of its own (`ArgumentText`).
    static let current = Arguments(given?.bytes.map(ArgumentText.text) ?? [])

    let all: [String]
    /// The command that the first argument names; `nil` if it names none.
    private let named: (any ParsableCommand.Type)?

    private init(_ all: [String]) {
        self.all = all
        named = TelexCommand.configuration.subcommands.first { $0.configuration.commandName == all.first }
    }

    private var type: any ParsableCommand.Type { named ?? ReplCommand.self }

    /// The name of the command.
    var name: String { type.configuration.commandName ?? "" }

    private var options: [String] { named == nil ? all : Array(all.dropFirst()) }

    /// Returns the command with its options: those of the configuration file, and those that are given.
    func command() throws -> any ParsableCommand {
        let command = try configured()
        if all.contains(where: ArgumentText.isInvalid), let text = ArgumentText.firstInvalid(in: command) {
            throw NotText(argument: text)
        }
        return command
    }

    private func configured() throws -> any ParsableCommand {
        try CommandLineError.check(all)
        guard let file = try configuration() else { return try parsed() }
        return try file.parse(file.entries(beside: options, of: type)) {
            try Arguments([name] + $0 + options).parsed()
        }
    }

    /// The options of the session of a command that has only those of the profile: the configuration file has the others.
    func session(_ choice: ProfileOptions) throws -> SessionOptions {
        let given = ["--profile", choice.profile]
        guard let file = try configuration() else { return try SessionOptions.parse(given) }
        return try file.parse(file.entriesOfSessions) { try SessionOptions.parse(given + $0) }
    }

    /// The configuration file; `nil` if there is none, or it does not apply.
    private func configuration() throws -> Configuration? {
        guard isConfigured else { return nil }
        let file = try Configuration(environment: TelexCommand.environment)
        guard file.entries != nil else { return nil }
        try file.check()
        return file
    }

    /// Parses the arguments of one command without looking at the others, which saves a third of a start. Help,
    /// completions, and errors, which show how the command is used, need them all. A command with a "super-command" is
    /// not asked for completions, which would take a tenth of a start.
    private func parsed() throws -> any ParsableCommand {
        // Otherwise this would be the help of the default command.
        if all == ["--help"] || all == ["-h"] { return try TelexCommand.parseAsRoot(["help"]) }
        if !isWord, let command = try? type.parseAsRoot(options) { return command }
        return try TelexCommand.parseAsRoot(all)
    }

    /// Whether the first argument is a word that names no command, such as help.
    private var isWord: Bool { named == nil && all.first?.hasPrefix("-") == false }

    /// Whether the configuration file applies: not to help and completions, nor to a deterministic run.
    private var isConfigured: Bool {
        if all.first?.hasPrefix("---") == true || !usesProfile { return false }
        let options = all.prefix { $0 != "--" }
        let ways = [
            "--no-config", "-h", "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
        ]
        if options.contains(where: { option in ways.contains { option == $0 || option.hasPrefix("\($0)=") } }) {
            return false
        }
        return true
    }

    /// Whether the command uses a profile, and no virtual clock.
    var usesProfile: Bool {
        let others: [any ParsableCommand.Type] = [
            ConfigCommand.self, SchemaCommand.self, ReplayCommand.self, ServeCommand.self,
            TryCommand.self,
        ]
        if isWord || others.contains(where: { $0 == type }) { return false }
        let options = all.prefix { $0 != "--" }
        return !zip(options, options.dropFirst() + [""]).contains { option, value in
            option.hasPrefix("--clock=virtual") || (option == "--clock" && value.hasPrefix("virtual"))
        }
    }
}
