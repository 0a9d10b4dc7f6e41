import Foundation
import TelexCore

/// Runs a session until its input ends. All skins use the same loop.
public struct SessionLoop<Line: Sendable> {
    private let session: any ChatSession
    private let mailbox: Mailbox<Line>
    /// The maximum time for pending work to finish after the input has ended, in seconds. It begins anew whenever more of a
    /// file has been read whose message is not stored before that.
    private let drain: () -> TimeInterval
    /// The time after which a slow drain is reported, in seconds.
    private let patience: TimeInterval

    /// How a session ended.
    public enum Ending: Hashable, Sendable {
        /// The input ended or the person quit. `isDone` is false if the drain time ran out before all work was done.
        case ended(isDone: Bool)
        case signal(CInt)
        /// The input could not be read to its end. Work in progress had the usual time to finish.
        case failed(InputFailure)
    }

    /// - Parameters:
    ///   - drain: the maximum time for pending work, in seconds. It is evaluated once the input has ended.
    ///   - patience: the time after which a slow drain is reported, in seconds.
    public init(
        _ session: any ChatSession, _ mailbox: Mailbox<Line>, drain: @autoclosure @escaping () -> TimeInterval,
        patience: TimeInterval = 0.5
    ) {
        self.session = session
        self.mailbox = mailbox
        self.drain = drain
        self.patience = patience
    }

    /// - Parameters:
    ///   - holds: whether a line, and the lines after it, must wait for pending work.
    ///   - prepare: called with lines that arrived together, before they are handled.
    ///   - take: handles one line; returns whether to continue.
    ///   - interrupts: whether a line that a person types during the drain ends the session immediately.
    ///   - draining: called once if pending work takes long after the input has ended.
    public func run(
        holds: (Line) -> Bool = { _ in false }, prepare: ([Line]) throws -> Void = { _ in },
        _ take: (Line) throws -> Bool, interrupts: ((Line) -> Bool)? = nil, draining: () throws -> Void = {}
    ) throws -> Ending {
        var goesOn = true
        var failure: InputFailure?
        var lines: [Line] = []
        // The place of the first line that waits.
        var place = 0
        func takeLines() throws {
            while goesOn, place < lines.count {
                if holds(lines[place]) {
                    // What has happened meanwhile may let the line go on.
                    try session.flush()
                    if holds(lines[place]) { return }
                }
                place += 1
                goesOn = try take(lines[place - 1])
            }
            try session.flush()
        }
        while goesOn {
            switch mailbox.next(until: session.nextDue, takesLines: place == lines.count) {
            case .answers: break
            case .due: try session.fireDue()
            case .lines(let new):
                try prepare(new)
                (lines, place) = (new, 0)
            case .end: goesOn = false
            case .failed(let reason):
                failure = InputFailure(reason: reason)
                goesOn = false
            case .signal(let number): return .signal(number)
            }
            try takeLines()
        }
        try session.finish()
        let ending: Ending =
            session.isVirtual ? .ended(isDone: try session.drain(drain())) : try waitForRest(interrupts, draining)
        if case .ended = ending, let failure { return .failed(failure) }
        return ending
    }

    private func waitForRest(_ interrupts: ((Line) -> Bool)?, _ draining: () throws -> Void) throws -> Ending {
        var takesLines = interrupts != nil
        let start = Date.steady
        var deadline = DrainDeadline(drain(), at: start, readCount: session.readCount)
        var reportDue: Date? = start.addingTimeInterval(patience)
        // The answers come first, because work delivers its answer before it ends.
        while !session.isQuiet || mailbox.hasAnswers {
            deadline.renew(at: .steady, readCount: session.readCount)
            let left = min(reportDue ?? deadline.date, deadline.date).timeIntervalSince(.steady)
            let next = Date().addingTimeInterval(left)
            switch mailbox.next(until: min(session.nextDue ?? next, next), takesLines: takesLines) {
            case .answers: try session.flush()
            case .due:
                try session.fireDue()
                if .steady >= deadline.date, !session.isQuiet { return .ended(isDone: false) }
                if let time = reportDue, .steady >= time, !session.isQuiet {
                    reportDue = nil
                    try draining()
                }
            case .signal(let number): return .signal(number)
            case .lines(let lines):
                if let interrupts, lines.contains(where: interrupts) {
                    return .ended(isDone: session.readCount == nil)
                }
            case .end, .failed: takesLines = false
            }
        }
        return .ended(isDone: true)
    }
}

/// When the work that is left after the end of the input has to be done.
struct DrainDeadline {
    private let patience: TimeInterval
    private(set) var date: Date
    private var readCount: Int64?

    /// - Parameters:
    ///   - patience: how long the work may take, in seconds.
    ///   - readCount: how much was read of files whose messages are not stored before that; `nil` if there are none.
    init(_ patience: TimeInterval, at now: Date, readCount: Int64?) {
        self.patience = patience
        self.readCount = readCount
        date = now.addingTimeInterval(patience)
    }

    /// Begins anew if more of the files has been read.
    mutating func renew(at now: Date, readCount: Int64?) {
        guard let readCount, readCount != self.readCount else { return }
        self.readCount = readCount
        date = now.addingTimeInterval(patience)
    }
}
