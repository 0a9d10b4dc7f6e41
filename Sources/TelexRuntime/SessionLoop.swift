import Foundation
import TelexCore

/// Runs a session until its input ends: the same for every skin.
public struct SessionLoop<Line: Sendable> {
    private let session: Session
    private let mailbox: Mailbox<Line>
    /// How long what is under way may take after the input has ended, in seconds.
    private let drain: TimeInterval
    /// How long the end takes before it is told, in seconds.
    private let patience: TimeInterval

    /// How a session came to its end.
    public enum Ending: Hashable, Sendable {
        /// The input ended or the person left; `isDone` says that nothing was under way any more.
        case ended(isDone: Bool)
        case signal(CInt)
        /// The input could not be read to its end. Work in progress had the usual time to finish.
        case failed(InputFailure)
    }

    public init(_ session: Session, _ mailbox: Mailbox<Line>, drain: TimeInterval, patience: TimeInterval = 0.5) {
        self.session = session
        self.mailbox = mailbox
        self.drain = drain
        self.patience = patience
    }

    /// - Parameters:
    ///   - holds: whether a line, and those behind it, must wait for what is under way.
    ///   - prepare: told of lines that have come together, before they are taken.
    ///   - take: takes one line, and says whether to go on.
    ///   - interrupts: whether a line that a person types while the session drains ends it at once.
    ///   - draining: told once that the input has ended, if what is still under way takes long.
    public func run(
        holds: (Line) -> Bool = { _ in false }, prepare: ([Line]) throws -> Void = { _ in },
        _ take: (Line) throws -> Bool, interrupts: ((Line) -> Bool)? = nil, draining: () throws -> Void = {}
    ) throws -> Ending {
        var goesOn = true
        var failure: InputFailure?
        var waiting: ArraySlice<Line> = []
        func takeLines() throws {
            while goesOn, let line = waiting.first, !holds(line) { goesOn = try take(waiting.removeFirst()) }
            try session.flush()
        }
        while goesOn {
            switch mailbox.next(until: nextDue, takesLines: waiting.isEmpty) {
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
            session.clock.isVirtual ? .ended(isDone: try session.drain(drain)) : try waitForRest(interrupts, draining)
        if case .ended = ending, let failure { return .failed(failure) }
        return ending
    }

    private var nextDue: Date? { session.clock.isVirtual ? nil : session.clock.nextDue }

    private func waitForRest(_ interrupts: ((Line) -> Bool)?, _ draining: () throws -> Void) throws -> Ending {
        var takesLines = interrupts != nil
        let start = Date()
        let deadline = start.addingTimeInterval(drain)
        var toldAt: Date? = start.addingTimeInterval(patience)
        // In this order: what has come to its end has left its answer before.
        while !session.isQuiet || mailbox.hasAnswers {
            let next = [nextDue, toldAt].compactMap(\.self).min() ?? deadline
            switch mailbox.next(until: min(next, deadline), takesLines: takesLines) {
            case .answers: try session.flush()
            case .due:
                try session.fireDue()
                if Date() >= deadline, !session.isQuiet { return .ended(isDone: false) }
                if let time = toldAt, Date() >= time, !session.isQuiet {
                    toldAt = nil
                    try draining()
                }
            case .signal(let number): return .signal(number)
            case .lines(let lines): if let interrupts, lines.contains(where: interrupts) { return .ended(isDone: true) }
            case .end, .failed: takesLines = false
            }
        }
        return .ended(isDone: true)
    }
}
