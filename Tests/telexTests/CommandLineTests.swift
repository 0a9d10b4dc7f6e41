import ArgumentParser
import Testing

@testable import telex

/// What is wrong with a command line, before anything is done.
@Suite struct CommandLineTests {
    private static let seldom = "http://127.0.0.1:1"

    private func refusal(_ arguments: [String]) throws -> String {
        let commands = TelexCommand.configuration.subcommands
        let command = try #require(commands.first { $0.configuration.commandName == arguments[0] })
        let error = try #require(throws: (any Error).self) { try command.parseAsRoot(Array(arguments.dropFirst())) }
        #expect(command.exitCode(for: error) == .validationFailure)
        return command.message(for: error)
    }

    @Test(
        arguments: [
            (
                "pipe --after x",
                "\"x\" is not a cursor. Use the \"cursor\" of an inbox line or of a message, or \"start\"."
            ),
            ("pipe --after s.1 --subscribe badge", "--after needs the inbox: add --subscribe inbox."),
            ("pipe --clock virtual --coalesce", "it cannot be used with --clock virtual"),
            ("pipe --record recording --coalesce", "--record cannot be used with --coalesce"),
            ("pipe --read-only --mark-read", "it cannot be used with --read-only"),
            ("send ada hi --id ''", "--id takes 1 to"), ("send ada --me --file notes", "An action cannot have a file."),
            ("ask club x", "--from"), ("ask club x --from ''", "--from takes an id or a name."),
            ("each", "Put a program after --"), ("each --", "Put a program after --"),
            ("each --tries 0 -- true", "--tries takes a number from 1."),
            ("wait --match (", "\"(\" is not a regular expression."),
            ("wait --timeout soon", "\"soon\" is not a duration."),
            ("wait --cursor ../x", "\"../x\" is not a valid name of a cursor."),
            ("show", "view"), ("show messages", "needs a chat"), ("show badge ada", "takes no chat"),
            ("attach --detach 0", "The owner cannot be detached"),
            ("replay --at soon recording", "\"soon\" is not a moment."),
            ("replay --list --redact recording", "Use only one of"),
            ("try", "Name a scenario"), ("try good", "Put the program after --"),
            ("try good --", "Put the program after --"),
            (
                "repl --notify no-such-program",
                "Cannot find a program called \"no-such-program\". Use none, bell, osc9, osc777"
            ),
        ])
    func saysWhatMakesNoSense(line: String, sentence: String) throws {
        let said = try refusal(line.split(separator: " ").map { $0 == "''" ? "" : String($0) })
        #expect(said.contains(sentence))
    }

    @Test(
        arguments: [
            (["--matrix", "http://", "--user", "ada"], "is not the address of a server"),
            (["--matrix", "ftp://x", "--user", "ada"], "is not the address of a server"),
            (["--matrix", "", "--user", "ada"], "is not the address of a server"),
            (["127.0.0.1:8520"], "is not the address of a server"),
            (["--matrix", seldom], "--matrix needs --user NAME, or --token."),
            (["--matrix", seldom, "--user", ""], "--matrix needs --user NAME, or --token."),
            ([seldom, "--matrix", seldom], "--matrix needs --user NAME, or --token."),
            ([seldom, "--user", "ada"], "--user and --token need --matrix."),
            ([seldom, "--token"], "--user and --token need --matrix."),
            ([seldom, "--matrix", "--user", "ada", "--force"], "--force works only with --token."),
        ] as [([String], String)])
    func saysWhatIsMissingForALogin(arguments: [String], sentence: String) throws {
        let said = try refusal(["login"] + arguments)
        #expect(said.contains(sentence))
    }

    @Test(arguments: ["", "a\nb", "a\u{202e}b", String(repeating: "x", count: 33)])
    func refusesInvalidNamesOfPrograms(name: String) throws {
        for command in [["send", "ada", "hi"], ["ask", "ada", "hi", "--from", "ada"], ["pipe"]] {
            let said = try refusal(command + ["--as", name])
            #expect(said.contains("The name of a program has 1 to 32 characters"))
        }
    }

    @Test(
        arguments: [
            ("exprot", "Unknown command 'exprot'. Did you mean 'export'?"),
            ("xyzzy", "Unknown command 'xyzzy'. telex --help lists the commands."),
        ])
    func knowsItsCommands(word: String, sentence: String) {
        let error = #expect(throws: CommandLineError.self) { try CommandLineError.check([word]) }
        #expect(error?.sentence == sentence && error?.exitCode == .validationFailure)
    }
}
