import Foundation
import TelexCore

/// Where other threads leave what the thread that owns `Telex` takes: lines from the input, and answers from the ports.
///
/// Lines come in pieces as they are read, and have a bound, so that a fast sender waits for a slow reader; answers have
/// none, since the owner itself may leave some. Both keep their order.
public final class Mailbox<Line: Sendable>: @unchecked Sendable {  // `lock` guards everything below it
    /// What there is to do next.
    public enum Mail {
        /// Ports have answered, or somebody has woken the owner.
        case answers
        /// Pieces of the input have come.
        case lines([Line])
        /// There will be no more lines.
        case end
        /// The input cannot be read, for this reason.
        case failed(String)
        /// The time has come.
        case due
        /// The program was asked to stop by this signal.
        case signal(CInt)
    }

    private let lock = NSCondition()
    private var answers: [Delivery] = []
    private var pieces: [[Line]] = []
    /// What a person types: it goes before what programs send, and has no bound.
    private var typed: [Line] = []
    private var hasLeft = false
    private var isWoken = false
    private var hasEnded = false
    private var failure: String?
    private var signal: CInt?

    private let capacity: Int

    /// - Parameter capacity: how many pieces wait at most before whoever brings more has to wait.
    public init(capacity: Int = 16) { self.capacity = capacity }

    // MARK: For other threads

    /// Leaves an answer.
    public func deliver(_ delivery: Delivery) {
        locked { answers.append(delivery) }
    }

    /// Leaves the lines of one piece; waits while there is no room.
    public func deliver(_ piece: [Line]) {
        lock.lock()
        while pieces.count >= capacity { lock.wait() }
        pieces.append(piece)
        lock.broadcast()
        lock.unlock()
    }

    /// Leaves a line that a person has typed.
    public func type(_ line: Line) { locked { typed.append(line) } }

    /// Says that the person wants to leave: what programs have sent is not waited for.
    public func leave() { locked { hasLeft = true } }

    /// Has the owner look at how things stand.
    public func wake() { locked { isWoken = true } }

    /// Says that there will be no more lines.
    public func end() { locked { hasEnded = true } }

    /// Says that there will be no more lines since they cannot be read.
    public func fail(_ reason: String) {
        locked {
            failure = reason
            hasEnded = true
        }
    }

    /// Says that a signal asks the program to stop.
    public func interrupt(_ number: CInt) { locked { signal = number } }

    private func locked(_ change: () -> Void) {
        lock.lock()
        change()
        lock.broadcast()
        lock.unlock()
    }

    // MARK: For the owner

    /// Whether there are answers.
    public var hasAnswers: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !answers.isEmpty
    }

    /// Takes all answers that are there.
    public func takeAnswers() -> [Delivery] {
        lock.lock()
        defer { lock.unlock() }
        defer { answers.removeAll(keepingCapacity: true) }
        return answers
    }

    /// Waits for something to do, until `time` at most. Signals go first, then answers, then what is due, then lines.
    ///
    /// - Parameter takesLines: whether lines, and their end, are asked for.
    public func next(until time: Date?, takesLines: Bool = true) -> Mail {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let number = signal {
                signal = nil
                return .signal(number)
            }
            if !answers.isEmpty || isWoken {
                isWoken = false
                return .answers
            }
            if let time, time <= Date() { return .due }
            if takesLines, !typed.isEmpty { return .lines([typed.removeFirst()]) }
            if takesLines, hasLeft { return .end }
            if takesLines, !pieces.isEmpty { return .lines(takePieces()) }
            if takesLines, hasEnded { return failure.map { .failed($0) } ?? .end }
            if let time { _ = lock.wait(until: time) } else { lock.wait() }
        }
    }

    /// All that wait: what comes together is stored together.
    private func takePieces() -> [Line] {
        defer {
            pieces = []
            lock.broadcast()
        }
        return pieces.count == 1 ? pieces[0] : Array(pieces.joined())
    }
}
