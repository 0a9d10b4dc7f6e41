import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexWire

/// `telex each`: runs a program for each new message.
struct EachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "each", _superCommandName: "telex",
        abstract: "Run a program for each new message from somebody else.",
        discussion: """
            COMMAND gets the message as a JSON line on its standard input, as telex wait prints it, and nothing of it in its \
            arguments or environment. It runs for one message at a time. If a telex is running on the profile, the \
            messages come through it.

            With --cursor, the position in the messages moves on when COMMAND ends with 0, so each message is handled at \
            least once. If telex is killed meanwhile, COMMAND gets the message again: its chatId and messageId are the \
            same. If COMMAND fails, it runs again after a pause, which doubles each time. If it fails --tries times, telex \
            sets the message aside in a file, says so, and goes on. If COMMAND cannot run, or ends with 64, 126 or 127, \
            telex ends, and the message stays the next one. SIGTERM and SIGHUP are passed on to COMMAND; kill -9 of \
            telex leaves it running.

            EXAMPLE:
              telex each --cursor print --chat ada -- sh -c 'jq -r .text | lp'
            """)

    @OptionGroup var filter: MessageFilter

    @OptionGroup var position: CursorOptions

    @Option(help: ArgumentHelp("How often to run COMMAND for a message, if it fails.", valueName: "number"))
    var tries = 5

    @Option(
        help: ArgumentHelp("How long to wait before COMMAND runs again. (default: 1s)", valueName: "span"),
        transform: parseDuration)
    var pause: TimeInterval = 1

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program, and its arguments, after --.", valueName: "command"))
    var command: [String] = []

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if command.isEmpty { throw ValidationError("Put a program after --, such as: telex each -- jq .text") }
        if tries < 1 { throw ValidationError("--tries takes a number from 1.") }
    }

    func run() throws {
        let program = try MessageProgram(command, TelexCommand.environment, folder: choice.place.folder)
        let interruption = Interruption(pass: { program.stop($0) })
        let file = try position.file(choice)
        let trial = Trial(
            program: program, tries: tries, pause: pause,
            aside: position.cursor.map { AsideFolder(choice.place, $0) })
        try InboxFollower(filter, after: file?.read() ?? filter.since).run(choice, interruption) { message in
            if message.isFromOthers, try !trial.handle(message) { return false }
            try file?.write(message.cursor)
            return true
        } pass: { cursor in
            try file?.write(cursor)
        }
        if let number = interruption.number { Signals.end(by: number) }
    }
}

/// Runs a program for a message until it succeeds, or has failed often enough.
private struct Trial: Sendable {
    let program: MessageProgram
    let tries: Int
    /// The pause after the first failure, in seconds.
    let pause: TimeInterval
    /// Where to set messages aside; `nil` if they are passed over.
    let aside: AsideFolder?

    /// The longest pause, in seconds.
    private static let longestPause: TimeInterval = 300

    /// - Returns: whether the message is done with, rather than that a signal has come.
    func handle(_ message: InboxViewModel.Row) throws -> Bool {
        for number in 1...tries {
            let ending = try program.run(message.jsonLine)
            if ending == .exited(0) { return true }
            if program.isStopped { return false }
            // Nothing is wrong with the message.
            if FileOutput.standard.isClosed { throw FileOutput.Failure.closed }
            if let code = ending.usageError {
                throw CommandError(
                    "\(program.name) ended with \(code), so it was not run for other messages. This one is the next when "
                        + "telex each starts again.", ExitCode(code))
            }
            if number == tries {
                try setAside(message, ending)
            } else {
                Failures.say(
                    "\(program.name) \(ending.predicate) for the message \(message.message) of \(message.chat). It runs again."
                )
                if !program.pause(min(pause * pow(2, Double(number - 1)), Self.longestPause)) { return false }
            }
        }
        return true
    }

    private func setAside(_ message: InboxViewModel.Row, _ ending: ChildProcess.Ending) throws {
        let what =
            "\(program.name) \(ending.predicate) for the message \(message.message) of \(message.chat), after "
            + "\(tries) \(tries == 1 ? "try" : "tries")."
        guard let path = try aside?.add(message) else { return Failures.say("\(what) It is passed over.") }
        Failures.say("\(what) It is set aside in \(path). To run the program for it: COMMAND <\(path)")
    }
}

/// The messages for which a program has failed, in files beside a cursor.
private struct AsideFolder: Sendable {
    private let profile: Profile
    private let name: String

    /// - Parameter name: the name of the cursor.
    init(_ profile: Profile, _ name: String) {
        self.profile = profile
        self.name = name
    }

    /// Returns the path of the message's file.
    func add(_ message: InboxViewModel.Row) throws -> String {
        let file = ProfileFile(profile, "cursors/\(name).failed/\(message.cursor.text).json")
        try file.write(message.jsonLine)
        return file.path
    }
}
