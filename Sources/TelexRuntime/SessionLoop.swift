import Foundation
import TelexCore

/// Runs a session until its input ends: the same for every skin.
public struct SessionLoop<Line: Sendable> {
    private let session: Session
    private let inbox: Inbox<Line>
    /// How long the end takes before it is told, in seconds.
    private static var patience: TimeInterval { 0.5 }
    /// How long what is under way may take after the input has ended, in seconds.
    private let drain: TimeInterval
    /// Whether the end also waits for what the backend still means to say of itself.
    private let waitsForBackend: Bool

    /// How a session came to its end.
    public enum Ending: Hashable, Sendable {
        /// The input ended or the person left; `isDone` says that nothing was under way any more.
        case ended(isDone: Bool)
        case signal(CInt)
        /// The input could not be read to its end. What was under way had as much time as after any other end.
        case failed(InputFailure)
    }

    public init(_ session: Session, _ inbox: Inbox<Line>, drain: TimeInterval, waitsForBackend: Bool = true) {
        self.session = session
        self.inbox = inbox
        self.drain = drain
        self.waitsForBackend = waitsForBackend
    }

    /// - Parameters:
    ///   - holds: whether a line, and those behind it, must wait for what is under way.
    ///   - prepare: told of lines that have come together, before they are taken.
    ///   - take: takes one line, and says whether to go on.
    ///   - draining: told once that the input has ended, if what is still under way takes long.
    public func run(
        holds: (Line) -> Bool = { _ in false }, prepare: ([Line]) throws -> Void = { _ in },
        _ take: (Line) throws -> Bool, draining: () throws -> Void = {}
    ) throws -> Ending {
        var goesOn = true
        var failure: InputFailure?
        var waiting: ArraySlice<Line> = []
        func takeLines() throws {
            while goesOn, let line = waiting.first, !holds(line) { goesOn = try take(waiting.removeFirst()) }
            try session.flush()
        }
        while goesOn {
            switch inbox.next(until: nextDue, takesLines: waiting.isEmpty) {
            case .answers:
                try session.flush()
                if !waiting.isEmpty { try takeLines() }
            case .due: try session.fireDue()
            case .lines(let lines):
                try prepare(lines)
                waiting = lines[...]
                try takeLines()
            case .end: goesOn = false
            case .failed(let reason):
                failure = InputFailure(reason: reason)
                goesOn = false
            case .signal(let number): return .signal(number)
            }
        }
        let ending: Ending =
            session.clock.isVirtual ? .ended(isDone: try session.drain(drain)) : try waitForRest(draining)
        if case .ended = ending, let failure { return .failed(failure) }
        return ending
    }

    private var isDone: Bool { waitsForBackend ? session.isQuiet : session.telex.isIdle }

    private var nextDue: Date? { session.clock.isVirtual ? nil : session.clock.nextDue }

    private func waitForRest(_ draining: () throws -> Void) throws -> Ending {
        let start = Date()
        let deadline = start.addingTimeInterval(drain)
        var toldAt: Date? = start.addingTimeInterval(Self.patience)
        // In this order: what has come to its end has left its answer before.
        while !isDone || inbox.hasAnswers {
            let next = [nextDue, toldAt].compactMap(\.self).min() ?? deadline
            switch inbox.next(until: min(next, deadline), takesLines: false) {
            case .answers: try session.flush()
            case .due:
                try session.fireDue()
                if Date() >= deadline, !isDone { return .ended(isDone: false) }
                if let time = toldAt, Date() >= time, !isDone {
                    toldAt = nil
                    try draining()
                }
            case .signal(let number): return .signal(number)
            case .lines, .end, .failed: break
            }
        }
        return .ended(isDone: true)
    }
}
