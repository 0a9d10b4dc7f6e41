import Foundation
import TelexCore

/// Runs a session until its input ends: the same for every skin.
public struct SessionLoop<Line: Sendable> {
    private let session: Session
    private let inbox: Inbox<Line>
    /// How long what is under way may take after the input has ended, in seconds.
    private let drain: TimeInterval
    /// Whether the end also waits for what the backend still means to say of itself.
    private let waitsForBackend: Bool

    /// How a session came to its end.
    public enum Ending: Hashable, Sendable {
        /// The input ended or the person left; `isDone` says that nothing was under way any more.
        case ended(isDone: Bool)
        case signal(CInt)
        /// The input could not be read, for this reason.
        case failed(String)
    }

    public init(_ session: Session, _ inbox: Inbox<Line>, drain: TimeInterval, waitsForBackend: Bool = true) {
        self.session = session
        self.inbox = inbox
        self.drain = drain
        self.waitsForBackend = waitsForBackend
    }

    /// - Parameters:
    ///   - take: takes one line, and says whether to go on.
    ///   - draining: told once that the input has ended while something is still under way.
    public func run(_ take: (Line) throws -> Bool, draining: () throws -> Void = {}) throws -> Ending {
        var goesOn = true
        while goesOn {
            switch inbox.next(until: nextDue) {
            case .answers: try session.flush()
            case .due: try session.fireDue()
            case .lines(let lines):
                for line in lines where goesOn { goesOn = try take(line) }
                try session.flush()
            case .end: goesOn = false
            case .failed(let reason): return .failed(reason)
            case .signal(let number): return .signal(number)
            }
        }
        if !isDone { try draining() }
        return session.clock.isVirtual ? .ended(isDone: try session.drain(drain)) : try waitForRest()
    }

    private var isDone: Bool { waitsForBackend ? session.isQuiet : session.telex.isIdle }

    private var nextDue: Date? { session.clock.isVirtual ? nil : session.clock.nextDue }

    private func waitForRest() throws -> Ending {
        let deadline = Date().addingTimeInterval(drain)
        while !isDone {
            switch inbox.next(until: min(nextDue ?? deadline, deadline), takesLines: false) {
            case .answers: try session.flush()
            case .due:
                try session.fireDue()
                if Date() >= deadline, !isDone { return .ended(isDone: false) }
            case .signal(let number): return .signal(number)
            case .lines, .end, .failed: break
            }
        }
        return .ended(isDone: true)
    }
}
