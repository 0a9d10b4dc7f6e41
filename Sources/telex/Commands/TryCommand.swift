import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexWire

/// `telex try`: plays scenarios with a program that uses telex.
struct TryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Play scenarios with a program that uses telex: a bot, a script or a front end.",
        usage: "telex try [<options>] <scenario> ... -- <command> [<argument> ...]",
        discussion: """
            Each scenario is a file with lines of telex pipe, which say what others do, and with lines that say what the \
            program is expected to do. The program gets an empty home folder, a virtual clock, and no network. Every telex \
            that it starts joins this one, whatever its options. telex schema --of scenario describes the lines.

            EXAMPLE:
              telex try greet.jsonl -- python3 bot.py work
            """)

    @Argument(
        help: ArgumentHelp(
            "The files of the scenarios; then --, the program, and its arguments.", valueName: "scenario"),
        completion: .file())
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long the program may take for what is expected, in real time. (default: 5s)", valueName: "span"),
        transform: parseDuration)
    var within: TimeInterval = 5

    @Flag(
        help: """
            Play each scenario again and again, each time with a SIGKILL of the program, and then of its telex, after one \
            line more. The chats must be the same in the end.
            """)
    var kill = false

    @Flag(
        help: """
            Play each scenario in other orders, too: chats run into each other, messages come twice, and answers come late. \
            Without --seed, in \(Self.seeds.count) orders.
            """)
    var chaos = false

    @Option(help: ArgumentHelp("The seed of --chaos, and of the built-in bots.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Write the scenarios anew, with expectations that fit what happens.")
    var update = false

    @Flag(help: "Print the results in the Test Anything Protocol.")
    var tap = false

    @Flag(help: "Print each result as a JSON line.")
    var json = false

    /// The seeds of `--chaos`.
    private static let seeds: ClosedRange<UInt64> = 1...20

    /// What stands after `--`. ArgumentParser has no second list of words.
    private var command: [String] { Array(Arguments.current.all.drop { $0 != "--" }.dropFirst()) }

    private var scenarios: [String] { words.dropLast(command.count) }

    func validate() throws {
        if scenarios.isEmpty { throw ValidationError("Name a scenario: telex try greet.jsonl -- python3 bot.py") }
        if command.isEmpty {
            throw ValidationError("Put the program after --: telex try greet.jsonl -- python3 bot.py")
        }
        if tap, json { throw ValidationError("Use only one of --tap and --json.") }
        if update, kill || chaos || tap || json {
            throw ValidationError("--update cannot be used with --kill, --chaos, --tap and --json.")
        }
        if let seed, seed > UInt64(Int64.largest) {
            throw ValidationError("--seed takes a number up to \(Int64.largest).")
        }
    }

    func run() throws {
        let output = FileOutput.standard
        if tap { try output.write("TAP version 14\n") }
        do {
            if try !play(output) { throw ExitCode.differs }
        } catch {
            if tap, !(error is ExitCode) { try? output.write(TrialText.bailOut(error)) }
            throw error
        }
    }

    /// Plays the scenarios; returns whether all passed.
    private func play(_ output: FileOutput) throws -> Bool {
        let all = try scenarios.map { (path: $0, scenario: try Self.read($0)) }
        let interruption = Interruption()
        let settings = TrialRun.Settings(command: command, within: within, seed: seed ?? 0)
        let trials = Trials(settings, kills: kill, seeds: chaos ? seed.map { [$0] } ?? Array(Self.seeds) : [])
        interruption.stops { number in
            trials.abandon()
            Signals.end(by: number)
        }
        TrialHome.removeAbandoned()
        if tap { try output.write("1..\(all.count)\n") }
        var hasPassed = true
        for (number, (path, scenario)) in all.enumerated() {
            if update {
                hasPassed = try rewrite(scenario, path, trials) && hasPassed
                continue
            }
            let (result, count) = try trials.play(scenario, path)
            hasPassed = hasPassed && result.hasPassed
            if json {
                try output.write(result.jsonLine)
            } else {
                try output.write(tap ? TrialText.tap(result, number: number + 1) : TrialText.text(result, count: count))
            }
        }
        return hasPassed
    }

    /// Writes a scenario anew; returns `false` if it cannot be played.
    private func rewrite(_ scenario: Scenario, _ path: String, _ trials: Trials) throws -> Bool {
        let (text, result) = try trials.update(scenario, path)
        guard result.hasPassed else {
            try FileOutput.standard.write(TrialText.text(result, count: 1) + "not written \(path)\n")
            return false
        }
        guard let text else {
            try FileOutput.standard.write("kept    \(path)\n")
            return true
        }
        do { try WholeFile(path).replace(Array(text.utf8), isPrivate: false) } catch {
            throw CommandError("Cannot write \(path): \(error.reason).", .cannotCreate)
        }
        try FileOutput.standard.write("written \(path)\n")
        return true
    }

    private static func read(_ path: String) throws(CommandError) -> Scenario {
        let bytes: [UInt8]
        do { bytes = try WholeFile(path).read(atMost: Scenario.longest) } catch {
            throw CommandError("Cannot read \(path): \(error.reason).", .noInput)
        }
        do { return try Scenario(bytes[...]) } catch {
            throw CommandError("\(path), line \(error.line): \(error.reason)", .validationFailure)
        }
    }
}
