import Foundation
import TelexJSON
import TelexRuntime
import TelexCore
import TelexWire

/// The lines of a scenario, one by one.
extension TrialRun {
    func start() throws {
        try programs.launch()
        try rest()
    }

    /// Waits until the program is idle.
    ///
    /// - Parameter paysDelays: whether answers that are delayed come first.
    func rest(paysDelays: Bool = true) throws {
        guard programs.hasStarted else { return }
        let deadline = Date.steady.addingTimeInterval(settings.within)
        var pause: TimeInterval = 0.001
        while true {
            try programs.revive()
            let look = try programs.idleness()
            if look == .idle {
                if delays == 0 || !paysDelays { return }
                try payDelays()
            }
            if .steady >= deadline {
                let seconds = DurationText.text(settings.within)
                throw Failure(reason: "The program is still busy after \(seconds)\(look.text).", line: line)
            }
            Thread.sleep(forTimeInterval: pause)
            pause = min(2 * pause, 0.016)
        }
    }

    /// Moves the clock on, so that delayed answers come.
    private func payDelays() throws {
        try programs.owner.advance(by: delays)
        delays = 0
    }

    func make(_ move: ScenarioChaos.Move) throws {
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
            _ = try programs.owner.send(["backend": ["delay": .string("\(seconds)s")]], number: 0)
        }
    }

    func play(_ line: ScenarioLine) throws {
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
            let actual = try programs.owner.view(view, chat: filled(chat)?.string)
            try compare(model, actual, "The view \(view.rawValue) is not as expected.")
        case .restart(let how): try restart(how)
        case .expectExit(let code): try expect(exit: code)
        }
    }

    func fail(
        _ reason: String, expected: JSONValue? = nil, nearest: JSONValue? = nil,
        _ differences: [Pattern.Difference] = []
    ) -> Failure {
        Failure(reason: reason, line: line, expected: expected, nearest: nearest, differences: differences)
    }

    /// Fills in the names that have a value.
    func filled(_ value: JSONValue?) -> JSONValue? {
        value.map { value in witness.with { $0.filled(value) } }
    }

    private func send(_ value: JSONValue) throws {
        let line = filled(value) ?? value
        if let name = line.names.first {
            throw fail("No event that was expected before has the name \"\(name)\".")
        }
        if let refusal = try programs.owner.send(line, number: self.line ?? 0) {
            throw fail("The line was refused: \(refusal)")
        }
    }

    private func expect(_ patterns: [JSONValue]) throws {
        let deadline = Date.steady.addingTimeInterval(settings.within)
        var isLast = false
        while true {
            try programs.revive()
            switch witness.with({ $0.find(patterns) }) {
            case .found: return
            case .wrong(let miss):
                throw fail(
                    "The program sent something else.", expected: miss.expected, nearest: miss.nearest, miss.differences
                )
            case .missing(let miss):
                if isLast {
                    let reason =
                        programs.current.ending?.sentence
                        ?? "The program did not send it within \(DurationText.text(settings.within))."
                    throw fail(reason, expected: miss.expected, nearest: miss.nearest, miss.differences)
                }
            }
            if delays > 0, try programs.isIdle() { try payDelays() }
            // What it has sent before it ended still counts.
            let hasEnded = programs.current.ending != nil && !programs.canStart
            isLast = try .steady >= deadline || hasEnded && programs.isIdle()
            if !isLast { witness.wait(until: min(deadline, Date.steady.addingTimeInterval(0.02))) }
        }
    }

    func outcome(_ request: String?) throws -> JSONValue? {
        if let request { return try programs.owner.outcome(of: request) }
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
        let program = programs.current
        program.signal(how == .kill ? SIGKILL : SIGTERM)
        witness.tell(how == .kill ? "(the program is killed)" : "(the program is asked to end)", line: line)
        guard program.waits(until: Date.steady.addingTimeInterval(settings.within)) else {
            throw fail("The program did not end within \(DurationText.text(settings.within)) after SIGTERM.")
        }
        try start()
    }

    private func expect(exit code: Int) throws {
        if kill != nil { return }
        let program = programs.current
        guard program.waits(until: Date.steady.addingTimeInterval(settings.within)) else {
            throw fail("The program did not end within \(DurationText.text(settings.within)).")
        }
        hasExpectedExit = true
        guard let ending = program.ending, ending.code != code else { return }
        throw fail(ending.sentence, expected: .integer(Int64(code)), nearest: .integer(Int64(ending.code)))
    }

    /// What has to hold in the end.
    func conclude() throws {
        try rest()
        if kill == nil, let event = witness.with({ $0.surplus(of: scenario) }) {
            throw fail("The program sent something that no line expects.", nearest: event)
        }
        if !hasExpectedExit, !programs.canStart, let ending = programs.last?.ending, ending.code != 0 {
            throw fail(ending.sentence)
        }
    }
}

extension ScenarioLine {
    var isSending: Bool { if case .send(let line) = step { line["advance"] == nil } else { false } }

    var isExpectation: Bool {
        switch step {
        case .expect, .expectNothing, .expectOutcome, .expectView, .expectExit: true
        case .blank, .title, .send, .start, .restart: false
        }
    }
}

extension TrialPrograms.Look {
    /// What is known of the process, for the end of a sentence.
    fileprivate var text: String {
        switch self {
        case .busy(let process?): Self.name(of: process).map { ": \($0) runs" } ?? ""
        case .unread(let process): Self.name(of: process).map { ": \($0) has not read everything from its telex" } ?? ""
        case .idle, .busy(nil): ""
        }
    }

    private static func name(of process: Int32) -> String? {
        ProcessState.name(of: process).map { "\($0) (process \(process))" }
    }
}
