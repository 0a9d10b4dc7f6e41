import Foundation
import TelexRuntime
import TelexWire

/// The program of a run, each time that it was started, with the session that it joins, and what kills it.
final class TrialPrograms: @unchecked Sendable {  // `lock` guards what changes
    /// What is killed after a certain line.
    enum Target: String, CaseIterable { case command, telex }

    /// What is killed, and after how many lines.
    struct Kill {
        let target: Target
        let place: Int
    }

    /// How far the kill is.
    private enum Stage { case far, near, striking, done }

    let owner: TrialOwner
    /// What the program printed.
    let output = TrialOutput()
    private let settings: TrialRun.Settings
    private let kill: Kill?
    private let home: TrialHome
    private let witness: TrialWitness
    private let watch: LineWatch
    private let lock = NSLock()
    private var all: [TrialProgram] = []
    private var stage = Stage.far
    /// Kills the program as soon as it writes.
    private var trap: WriteTrap?
    /// What each telex of the program writes to.
    private var pipes = OutputPipes()
    private var isOver = false
    /// When the lines were last seen to grow, and how many there were.
    private var lastGrowth = (date: Date.steady, count: 0)
    private var line: String?

    /// How often a program that was killed, or could not go on after that, is started again.
    private static let mostStarts = 20
    /// Where the system does not show the threads of processes: how long it takes without a line until the program counts
    /// as idle, in seconds.
    private static let lull: TimeInterval = 0.3

    init(_ settings: TrialRun.Settings, _ kill: Kill?, _ home: TrialHome, _ witness: TrialWitness) throws {
        self.settings = settings
        self.kill = kill
        self.home = home
        self.witness = witness
        let hand = Hand()
        watch = LineWatch(
            stoppingAfter: kill?.place ?? .max, enters: { hand.programs?.enter($0) },
            approach: { hand.programs?.approach() },
            stop: { stop in
                if let programs = hand.programs { programs.strike(stop) } else { stop.write?() }
            },
            refused: { [witness] in witness.tell("(a line was refused: \($0))") })
        owner = try TrialOwner(home.profile, seed: settings.seed, witness, watch)
        hand.programs = self
    }

    /// What the watch calls.
    private final class Hand: @unchecked Sendable {  // set before any line passes
        weak var programs: TrialPrograms?
    }

    /// How many lines were written and read.
    var lineCount: Int { watch.count }

    /// Whether something was killed.
    var wasKilled: Bool { lock.withLock { stage == .done } }

    /// The line after which something was killed.
    var lastLine: String? { lock.withLock { line } }

    // MARK: Starting

    /// The program; it was started.
    var current: TrialProgram { lock.withLock { all[all.count - 1] } }

    /// The program; `nil` if it was not started.
    var last: TrialProgram? { lock.withLock { all.last } }

    /// Whether the program was started.
    var hasStarted: Bool { last != nil }

    /// Whether the program may be started once more after a kill.
    var canStart: Bool { lock.withLock { kill != nil && all.count < Self.mostStarts } }

    func launch() throws {
        let isFirst = try lock.withLock {
            all.append(try TrialProgram(settings.command, home.environment, output))
            return all.count == 1
        }
        if !isFirst { witness.tell("(the program was started again)") }
    }

    /// Starts a program again that was killed, or that has ended after its telex was killed.
    func revive() throws {
        guard canStart, let ending = last?.ending else { return }
        switch lock.withLock({ stage }) {
        case .done: try launch()
        // The trap has killed it, and what it wrote was no whole line.
        case .near:
            if ending == .killed(by: Int(SIGKILL)), try isIdle() {
                lock.withLock { if stage == .near { stage = .done } }
            }
        case .far, .striking: break
        }
    }

    /// Ends everything.
    func finish() {
        if let program = last {
            program.signal(SIGTERM)
            _ = program.waits(until: Date.steady.addingTimeInterval(1))
        }
        lock.withLock { isOver = true }
        destroy()
        // What kills the program asks the owner.
        let deadline = Date.steady.addingTimeInterval(settings.within)
        while lock.withLock({ stage == .striking }), .steady < deadline { usleep(1000) }
        owner.close()
    }

    /// Kills the programs, and what they have left behind.
    func destroy() { for program in lock.withLock({ all }) { program.destroy() } }

    private func enter(_ telex: Int32) { lock.withLock { pipes.add(telex) } }

    // MARK: Killing

    /// The next line is the one after which the program is killed. If the program writes it, it does nothing after that.
    private func approach() {
        guard kill?.target == .command, let program = last else { return }
        let telexes = watch.processes
        let trap = WriteTrap(readers: telexes, writers: program.processes.subtracting(telexes))
        lock.withLock { (stage, self.trap) = (.near, trap) }
    }

    /// Kills what is to be killed.
    private func strike(_ stop: LineWatch.Stop) {
        let begins = lock.withLock {
            if isOver { return false }
            (stage, line) = (.striking, String(decoding: stop.line, as: UTF8.self))
            return true
        }
        guard begins, let kill, let program = last else {
            stop.write?()
            return
        }
        switch (kill.target, stop.write) {
        case (.command, nil):
            program.kill(without: watch.processes)
            witness.tell("(the program was killed)")
        case (.command, let write?):
            lose(program, write)
            witness.tell("(the program was killed; what it wrote then is lost)")
        case (.telex, let write):
            write?()
            witness.tell("(its telex was killed)")
            if let process = stop.process, process != program.process { Self.end(process) }
        }
        lock.withLock { (stage, trap) = (.done, nil) }
    }

    /// Without `/proc`, a process whose parent does not know of its end looks as if it ran, so the wait is limited.
    private static func end(_ process: Int32) {
        Foundation.kill(process, SIGKILL)
        let deadline = ContinuousClock.now + .seconds(1)
        while !ProcessState.isGone(process), .now < deadline { usleep(1000) }
    }

    /// Kills the program once it has read a line, as soon as it writes something or waits. What it writes is lost, as if it
    /// had been killed before.
    private func lose(_ program: TrialProgram, _ write: () -> Void) {
        // What it has written so far counts.
        wait { false }
        watch.shut()
        write()
        wait { program.ending != nil || watch.hasLost }
        program.destroy()
        for process in watch.processes { Self.end(process) }
        watch.open()
    }

    /// Waits until something has happened, or the program is idle.
    private func wait(until hasHappened: () -> Bool) {
        let deadline = Date.steady.addingTimeInterval(settings.within)
        while !lock.withLock({ isOver }), .steady < deadline, !hasHappened(), (try? look()) != .idle { usleep(1000) }
    }

    // MARK: Idleness

    /// What a look at the program shows.
    enum Look: Equatable {
        /// Everything that was written to it was read, everything that it wrote was done, and at one moment all its processes
        /// slept.
        case idle
        /// Something is on its way, or this process runs.
        case busy(Int32?)
        /// This process sleeps, and has not read everything that a telex has written to it.
        case unread(Int32)
    }

    /// Looks whether the program is idle, and whether nothing is being killed.
    func isIdle() throws -> Bool { try idleness() == .idle }

    func idleness() throws -> Look { lock.withLock { stage == .striking } ? .busy(nil) : try look() }

    private func look() throws -> Look {
        guard let guests = try owner.idleGuests() else { return .busy(nil) }
        guard ProcessThreads.isSupported else {
            let count = watch.count
            let date = lock.withLock {
                if count != lastGrowth.count { lastGrowth = (.steady, count) }
                return lastGrowth.date
            }
            return Date.steady.timeIntervalSince(date) >= Self.lull ? .idle : .busy(nil)
        }
        let sessions = lock.withLock { Set(all.map(\.process)) }
        let first = ProcessThreads(sessions: sessions, processes: Set(guests))
        guard first.running == nil else { return .busy(first.running) }
        // It has ended, and how is known soon.
        if let last, last.ending == nil, !first.processes.contains(last.process) { return .busy(nil) }
        if let process = lock.withLock({ pipes }).unread(by: first.processes) { return .unread(process) }
        // Between the two looks, nothing can have begun.
        try owner.letIn()
        guard try owner.idleGuests() != nil else { return .busy(nil) }
        return ProcessThreads(sessions: sessions, processes: Set(guests)) == first ? .idle : .busy(nil)
    }
}
