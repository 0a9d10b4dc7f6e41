import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexWire

/// Plays a scenario once, with an empty home.
final class TrialRun: @unchecked Sendable {  // `lock` guards `programs` and `hasStruck`; one thread uses the rest
    /// What is killed after a certain line.
    enum Target: String, CaseIterable { case command, telex }

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

    private let scenario: Scenario
    private let settings: Settings
    /// What is killed, and after how many lines; `nil` if nothing is.
    private let kill: (target: Target, after: Int)?
    private let home: TrialHome
    private let witness: TrialWitness
    private let output = TrialOutput()
    private let owner: TrialOwner
    private let watch: LineWatch
    private let lock = NSLock()
    /// The program, each time that it was started.
    private var programs: [TrialProgram] = []
    private var hasExpectedExit = false
    /// Whether something was killed.
    private var hasStruck = false
    /// The line that is played.
    private var line: Int?
    /// How long answers are delayed on the virtual clock, in seconds.
    private var delays = 0

    /// How often a program that was killed, or could not go on after that, is started again.
    private static let mostStarts = 20
    /// Where the system does not show the threads of processes: how long it takes without a line until the program counts
    /// as idle, in seconds.
    private static let lull: TimeInterval = 0.3

    init(_ scenario: Scenario, _ settings: Settings, kill: (target: Target, after: Int)? = nil) throws {
        self.scenario = scenario
        self.settings = settings
        self.kill = kill
        home = try TrialHome()
        witness = TrialWitness(isLenient: kill != nil)
        let hand = Hand()
        watch = LineWatch(
            stoppingAfter: kill?.after ?? .max, stop: { hand.strike($0) },
            refused: { [witness] in witness.tell("(a line was refused: \($0))") })
        owner = try TrialOwner(home.profile, seed: settings.seed, witness, watch)
        hand.strike = { [weak self] in self?.strike($0) }
    }

    /// What the watch calls.
    private final class Hand: @unchecked Sendable {  // set before any line passes
        var strike: (Int32?) -> Void = { _ in }
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
        }
        return (update.text, failure)
    }

    private func add(to update: inout ScenarioUpdate) throws {
        try rest()
        let names = update.add(sent: witness.with { $0.takeUnexpected() })
        witness.with { $0.names.merge(names) { $1 } }
    }

    private func renew(_ line: ScenarioLine, _ update: inout ScenarioUpdate) throws {
        switch line.step {
        case .expectOutcome(_, let request):
            let outcome = try outcome(request)
            update.replace(
                line, "expectOutcome", with: request == nil ? outcome : outcome?.with(["id": .string(request!)]))
        case .expectView(let view, let chat, _):
            update.replace(line, "model", with: try owner.view(view, chat: filled(chat)?.string))
        case .expectExit:
            let isOver = program.waits(until: Date().addingTimeInterval(settings.within))
            hasExpectedExit = isOver
            update.replace(line, "expectExit", with: isOver ? program.ending.map { .integer(Int64($0.code)) } : nil)
        default:
            update.keep(line)
            try play(line)
        }
    }

    /// How many lines were written and read.
    var lineCount: Int { watch.count }

    /// Whether something was killed.
    var wasKilled: Bool { lock.withLock { hasStruck } }

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
        result.ending = ending
        result.output = output.text
        let (deeds, dropped) = witness.history
        result.history = deeds.map { TrialResult.Deed(date: $0.date, line: $0.line, text: $0.text) }
        result.left = dropped
    }

    private var ending: String?

    /// Runs a part that may fail, and ends everything after it.
    private func judge(_ body: () throws -> Void) throws -> Failure? {
        var failure: Failure?
        do { try body() } catch let error as Failure { failure = error }
        ending = lock.withLock { programs.last }.map { $0.ending?.sentence ?? "The program was still running." }
        if failure == nil { remains = TrialRemains(try owner.items()) }
        try finish()
        return failure
    }

    private func finish() throws {
        if let program = lock.withLock({ programs.last }) {
            program.signal(SIGTERM)
            _ = program.waits(until: Date().addingTimeInterval(1))
        }
        for program in lock.withLock({ programs }) { program.destroy() }
        owner.close()
    }

    /// Kills the programs, and removes the home. Another thread calls it before the process ends.
    func abandon() {
        for program in lock.withLock({ programs }) { program.destroy() }
        home.remove()
    }

    // MARK: The program

    /// The program; it was started.
    private var program: TrialProgram { lock.withLock { programs[programs.count - 1] } }

    /// Whether the program was started.
    private var hasStarted: Bool { lock.withLock { !programs.isEmpty } }

    private func start() throws {
        try launch()
        try rest()
    }

    private func launch() throws {
        let isFirst = try lock.withLock {
            programs.append(try TrialProgram(settings.command, home.environment, output))
            return programs.count == 1
        }
        if !isFirst { witness.tell("(the program was started again)") }
    }

    /// Starts a program again that was killed, or that has ended after its telex was killed.
    private func revive() throws {
        if kill != nil, hasStarted, program.ending != nil, wasKilled, canStart { try launch() }
    }

    /// Whether the program may be started once more.
    private var canStart: Bool { lock.withLock { programs.count < Self.mostStarts } }

    /// Kills what is to be killed. The program gets no further line meanwhile.
    private func strike(_ process: Int32?) {
        guard let target = kill?.target else { return }
        let program = lock.withLock {
            hasStruck = true
            return programs.last
        }
        witness.tell("(\(target == .command ? "the program" : "its telex") was killed)")
        switch target {
        case .command:
            program?.kill()
        case .telex:
            guard let process, process != program?.process else { return }
            Foundation.kill(process, SIGKILL)
            while !ProcessState.isGone(process) { usleep(1000) }
        }
    }

    // MARK: Idleness

    /// Waits until the program is idle.
    ///
    /// - Parameter paysDelays: whether answers that are delayed come first.
    private func rest(paysDelays: Bool = true) throws {
        guard hasStarted else { return }
        let deadline = Date().addingTimeInterval(settings.within)
        var pause: TimeInterval = 0.001
        while true {
            try revive()
            if try isIdle() {
                if delays == 0 || !paysDelays { return }
                try payDelays()
            }
            if Date() >= deadline {
                let name = busy.flatMap { process in
                    ProcessState.name(of: process).map { ": \($0) (process \(process)) runs" }
                }
                let seconds = DurationText.text(settings.within)
                throw Failure(reason: "The program is still busy after \(seconds)\(name ?? "").", line: line)
            }
            Thread.sleep(forTimeInterval: pause)
            pause = min(2 * pause, 0.016)
        }
    }

    /// Moves the clock on, so that delayed answers come.
    private func payDelays() throws {
        try owner.advance(by: delays)
        delays = 0
    }

    /// A process that ran at the last look; `nil` if all slept.
    private var busy: Int32?

    /// When the lines were last seen to grow, and how many there were.
    private var lastGrowth = (date: Date(), count: 0)

    /// Whether the program waits: everything that was written to it was read, everything that it wrote was done, and at one
    /// moment all its processes slept.
    private func isIdle() throws -> Bool {
        guard let guests = try owner.idleGuests() else { return false }
        guard ProcessThreads.isSupported else {
            if watch.count != lastGrowth.count { lastGrowth = (Date(), watch.count) }
            return Date().timeIntervalSince(lastGrowth.date) >= Self.lull
        }
        let sessions = lock.withLock { Set(programs.map(\.process)) }
        let first = ProcessThreads(sessions: sessions, processes: Set(guests))
        busy = first.running
        guard first.running == nil else { return false }
        // Between the two looks, nothing can have begun.
        try owner.letIn()
        guard try owner.idleGuests() != nil else { return false }
        return ProcessThreads(sessions: sessions, processes: Set(guests)) == first
    }

    // MARK: Lines

    private func make(_ move: ScenarioChaos.Move) throws {
        switch move {
        case .play(let line): try play(line)
        case .again(let line):
            self.line = line.number
            if case .send(let value) = line.step {
                witness.tell("\(line.text)  (again)", line: line.number)
                try send(value)
            }
        case .rest: try rest(paysDelays: false)
        case .delay(let seconds):
            delays += seconds
            witness.tell("(the next answer of the server takes \(seconds)s)")
            _ = try owner.send(["backend": ["delay": .string("\(seconds)s")]], number: 0)
        }
    }

    private func play(_ line: ScenarioLine) throws {
        self.line = line.number
        switch line.step {
        case .blank, .title: break
        case .start: try start()
        case .send(let value):
            if value["advance"] != nil { try rest() }
            witness.tell(line.text, line: line.number)
            try send(value)
        case .expect(let patterns): try expect(patterns)
        case .expectNothing(let pattern):
            try rest()
            guard kill == nil, let event = witness.with({ $0.unexpected(like: pattern) }) else { return }
            throw fail("The program sent something, and nothing was expected.", nearest: event)
        case .expectOutcome(let pattern, let request): try expect(outcome: pattern, of: request)
        case .expectView(let view, let chat, let model):
            try rest()
            if kill != nil { return }
            let actual = try owner.view(view, chat: filled(chat)?.string)
            try compare(model, actual, "The view \(view.rawValue) is not as expected.")
        case .restart(let how): try restart(how)
        case .expectExit(let code): try expect(exit: code)
        }
    }

    private func fail(
        _ reason: String, expected: JSONValue? = nil, nearest: JSONValue? = nil,
        _ differences: [Pattern.Difference] = []
    ) -> Failure {
        Failure(reason: reason, line: line, expected: expected, nearest: nearest, differences: differences)
    }

    /// Fills in the names that have a value.
    private func filled(_ value: JSONValue?) -> JSONValue? {
        value.map { value in witness.with { $0.filled(value) } }
    }

    private func send(_ value: JSONValue) throws {
        let line = filled(value) ?? value
        if let name = line.unknownName {
            throw fail("No event that was expected before has the name \"\(name)\".")
        }
        if let refusal = try owner.send(line, number: self.line ?? 0) { throw fail("The line was refused: \(refusal)") }
    }

    private func expect(_ patterns: [JSONValue]) throws {
        let deadline = Date().addingTimeInterval(settings.within)
        var isLast = false
        while true {
            try revive()
            switch witness.with({ $0.find(patterns) }) {
            case .found: return
            case .wrong(let miss):
                throw fail(
                    "The program sent something else.", expected: miss.expected, nearest: miss.nearest, miss.differences
                )
            case .missing(let miss):
                if isLast {
                    let reason =
                        program.ending?.sentence
                        ?? "The program did not send it within \(DurationText.text(settings.within))."
                    throw fail(reason, expected: miss.expected, nearest: miss.nearest, miss.differences)
                }
            }
            if delays > 0, try isIdle() { try payDelays() }
            // What it has sent before it ended still counts.
            let hasEnded = program.ending != nil && (kill == nil || !canStart)
            isLast = try Date() >= deadline || hasEnded && isIdle()
            if !isLast { witness.wait(until: min(deadline, Date().addingTimeInterval(0.02))) }
        }
    }

    private func outcome(_ request: String?) throws -> JSONValue? {
        if let request { return try owner.outcome(of: request) }
        return witness.with { events in events.last.flatMap { events.entries[$0].outcome } }
    }

    private func expect(outcome pattern: JSONValue, of request: String?) throws {
        try rest()
        if kill != nil { return }
        guard let outcome = try outcome(request) else {
            let what = request.map { "The line with the id \"\($0)\"" } ?? "The last event that was expected"
            let isSilent = witness.with { events in events.last.map { !events.entries[$0].isRequest } ?? false }
            throw fail(
                request == nil && isSilent
                    ? "\(what) has no outcome, because the program sent it without an id."
                    : "\(what) has no outcome.", expected: pattern)
        }
        try compare(pattern, outcome, "The outcome is another one.")
    }

    private func compare(_ pattern: JSONValue, _ actual: JSONValue?, _ reason: String) throws {
        let pattern = filled(pattern) ?? pattern
        let differences = witness.with { Pattern.differences(pattern, actual, &$0.names) }
        if !differences.isEmpty { throw fail(reason, expected: pattern, nearest: actual, differences) }
    }

    private func restart(_ how: ScenarioLine.Restart) throws {
        try rest()
        let program = program
        program.signal(how == .kill ? SIGKILL : SIGTERM)
        witness.tell(how == .kill ? "(the program is killed)" : "(the program is asked to end)", line: line)
        guard program.waits(until: Date().addingTimeInterval(settings.within)) else {
            throw fail("The program did not end within \(DurationText.text(settings.within)) after SIGTERM.")
        }
        try start()
    }

    private func expect(exit code: Int) throws {
        if kill != nil { return }
        let program = program
        guard program.waits(until: Date().addingTimeInterval(settings.within)) else {
            throw fail("The program did not end within \(DurationText.text(settings.within)).")
        }
        hasExpectedExit = true
        guard let ending = program.ending, ending.code != code else { return }
        throw fail(ending.sentence, expected: .integer(Int64(code)), nearest: .integer(Int64(ending.code)))
    }

    /// What has to hold in the end.
    private func conclude() throws {
        try rest()
        if kill == nil, let event = witness.with({ $0.surplus(of: scenario) }) {
            throw fail("The program sent something that no line expects.", nearest: event)
        }
        if !hasExpectedExit, kill == nil || !canStart, let ending = program.ending, ending.code != 0 {
            throw fail(ending.sentence)
        }
    }
}

extension ScenarioLine {
    fileprivate var isSending: Bool { if case .send(let line) = step { line["advance"] == nil } else { false } }

    var isExpectation: Bool {
        switch step {
        case .expect, .expectNothing, .expectOutcome, .expectView, .expectExit: true
        case .blank, .title, .send, .start, .restart: false
        }
    }
}
