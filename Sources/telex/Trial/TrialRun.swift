import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexWire

/// Plays a scenario once, with an empty home.
final class TrialRun: @unchecked Sendable {  // one thread uses everything but `programs` and `home`
    /// The program and how it is tried.
    struct Settings {
        let command: [String]
        /// How long the program may take for what is expected, in seconds.
        let within: TimeInterval
        let seed: UInt64
    }

    /// Why the scenario fails.
    struct Failure: Error {
        let reason: String
        var line: Int?
        var expected: JSONValue?
        var nearest: JSONValue?
        var differences: [Pattern.Difference] = []
    }

    let scenario: Scenario
    let settings: Settings
    /// What is killed; `nil` if nothing is.
    let kill: TrialPrograms.Kill?
    private let home: TrialHome
    let witness: TrialWitness
    let programs: TrialPrograms
    var hasExpectedExit = false
    /// The line that is played.
    var line: Int?
    /// How long answers are delayed on the virtual clock, in seconds.
    var delays = 0

    init(_ scenario: Scenario, _ settings: Settings, kill: TrialPrograms.Kill? = nil) throws {
        self.scenario = scenario
        self.settings = settings
        self.kill = kill
        home = try TrialHome()
        witness = TrialWitness(isLenient: kill != nil)
        programs = try TrialPrograms(settings, kill, home, witness)
    }

    /// Plays the scenario to its end.
    ///
    /// - Parameter chaos: the order in which to play it; `nil` for that of its lines.
    /// - Returns: why it fails; `nil` if it passes.
    func play(_ chaos: ScenarioChaos? = nil) throws -> Failure? {
        try judge {
            if !scenario.hasStart { try start() }
            if let chaos {
                for move in chaos.moves { try make(move) }
            } else {
                for line in scenario.lines { try play(line) }
            }
            line = nil
            try conclude()
        }
    }

    /// Plays the scenario, and returns it with expectations that fit what happens.
    func update() throws -> (text: String, Failure?) {
        var update = ScenarioUpdate()
        let failure = try judge {
            if !scenario.hasStart { try start() }
            let isNew = !scenario.lines.contains { $0.isExpectation }
            var wasExpected = isNew
            for line in scenario.lines {
                self.line = line.number
                if case .expect(let patterns) = line.step {
                    update.expect(line, patterns)
                    wasExpected = true
                    continue
                }
                // Lines that follow each other are one burst, unless nothing was expected at all.
                if wasExpected || !line.isSending { try add(to: &update) }
                wasExpected = isNew
                try renew(line, &update)
            }
            try add(to: &update)
            line = nil
            if !hasExpectedExit, let crash { throw fail(crash) }
        }
        return (update.text, failure)
    }

    private func add(to update: inout ScenarioUpdate) throws {
        try rest()
        let (names, loss) = update.add(sent: witness.with { $0.takeUnexpected() })
        witness.with { $0.names.merge(names) { $1 } }
        // What the program would have sent is not known.
        guard let loss, let crash else { return }
        line = loss.line
        throw fail(crash, expected: loss.pattern)
    }

    /// How the program has failed; `nil` if it runs, or has ended as the scenario says.
    private var crash: String? {
        guard let ending = programs.last?.ending, ending.code != 0 else { return nil }
        let isExpected = scenario.lines.contains { $0.step == .expectExit(ending.code) }
        return isExpected ? nil : ending.sentence
    }

    private func renew(_ line: ScenarioLine, _ update: inout ScenarioUpdate) throws {
        switch line.step {
        case .expectOutcome(_, let request):
            let outcome = try outcome(request)
            update.replace(
                line, "expectOutcome", with: request == nil ? outcome : outcome?.with(["id": .string(request!)]))
        case .expectView(let view, let chat, _):
            update.replace(line, "model", with: try programs.owner.view(view, chat: filled(chat)?.string))
        case .expectExit:
            let isOver = programs.current.waits(until: Date.steady.addingTimeInterval(settings.within))
            hasExpectedExit = isOver
            update.replace(
                line, "expectExit", with: isOver ? programs.current.ending.map { .integer(Int64($0.code)) } : nil)
        default:
            update.keep(line)
            try play(line)
        }
    }

    /// What the chats have in the end.
    private(set) var remains: TrialRemains?

    /// Describes what became of the scenario.
    func describe(_ failure: Failure?, _ result: inout TrialResult) {
        guard let failure else { return }
        result.reason = failure.reason
        result.line = failure.line
        result.expected = failure.expected
        result.nearest = failure.nearest
        result.differences = failure.differences.map {
            TrialResult.Difference(place: $0.path, expected: $0.expected, actual: $0.actual)
        }
        let names = witness.with { $0.names }.sorted { $0.key < $1.key }
        if !names.isEmpty {
            result.names = .object(
                names.reduce(into: JSONObject()) { $0.append($1.key, $1.value) })
        }
        result.ending = ending
        result.output = programs.output.text
        let (deeds, dropped) = witness.history
        result.history = deeds.map { TrialResult.Deed(date: $0.date, line: $0.line, text: $0.text) }
        result.left = dropped
    }

    private var ending: String?

    /// Runs a part that may fail, and ends everything after it.
    private func judge(_ body: () throws -> Void) throws -> Failure? {
        var failure: Failure?
        do { try body() } catch let error as Failure { failure = error }
        ending = programs.last.map { $0.ending?.sentence ?? "The program was still running." }
        if failure == nil { remains = TrialRemains(try programs.owner.items()) }
        programs.finish()
        home.remove()
        return failure
    }

    /// Kills the programs, and removes the home. Another thread calls it before the process ends.
    func abandon() {
        programs.destroy()
        home.remove()
    }
}
