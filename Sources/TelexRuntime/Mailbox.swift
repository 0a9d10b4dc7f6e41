import Foundation
import TelexCore

/// Passes input lines and answers from the ports to the thread that owns `Telex`.
///
/// Lines arrive in the pieces in which they are read. The number of pieces is bounded, so that a fast sender waits for
/// a slow reader. Answers are unbounded, since the owner itself may deliver some. Both keep their order.
public final class Mailbox<Line: Sendable>: @unchecked Sendable {  // `lock` guards everything below it
    /// What the owner has to do next.
    public enum Mail {
        /// Ports have answered, or `wake` was called.
        case answers
        /// Lines of the input have arrived.
        case lines([Line])
        /// There will be no more lines.
        case end
        /// The input cannot be read, for this reason.
        case failed(String)
        /// The time that the owner waited for has come.
        case due
        /// This signal asked the program to stop.
        case signal(CInt)
    }

    private let lock = NSCondition()
    private var answers: [Delivery] = []
    private var pieces: [[Line]] = []
    /// Lines that a person typed. They go before lines from programs, and are unbounded.
    private var typed: [Line] = []
    private var hasLeft = false
    private var isWoken = false
    private var hasEnded = false
    private var failure: String?
    private var signal: CInt?

    private let capacity: Int

    /// - Parameter capacity: the number of waiting pieces at which `deliver` blocks.
    public init(capacity: Int = 16) { self.capacity = capacity }

    // MARK: For other threads

    /// Delivers an answer.
    public func deliver(_ delivery: Delivery) {
        locked { answers.append(delivery) }
    }

    /// Delivers the lines of one piece. Blocks while there is no room.
    public func deliver(_ piece: [Line]) {
        lock.lock()
        while pieces.count >= capacity { lock.wait() }
        pieces.append(piece)
        lock.broadcast()
        lock.unlock()
    }

    /// Delivers a line that a person has typed.
    public func type(_ line: Line) { locked { typed.append(line) } }

    /// Ends the lines because the person quits. Waiting lines from programs are ignored.
    public func leave() { locked { hasLeft = true } }

    /// Wakes the owner, which then gets `Mail.answers`.
    public func wake() { locked { isWoken = true } }

    /// Ends the lines after those that are waiting.
    public func end() { locked { hasEnded = true } }

    /// Ends the lines because the input cannot be read.
    public func fail(_ reason: String) {
        locked {
            failure = reason
            hasEnded = true
        }
    }

    /// Reports a signal that asks the program to stop.
    public func interrupt(_ number: CInt) { locked { signal = number } }

    private func locked(_ change: () -> Void) {
        lock.lock()
        change()
        lock.broadcast()
        lock.unlock()
    }

    // MARK: For the owner

    /// Whether any answers are waiting.
    public var hasAnswers: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !answers.isEmpty
    }

    /// Takes all waiting answers.
    public func takeAnswers() -> [Delivery] {
        lock.lock()
        defer { lock.unlock() }
        defer { answers.removeAll(keepingCapacity: true) }
        return answers
    }

    /// Waits for something to do, until `time` at the latest. Signals come first, then answers, then `due`, then lines.
    ///
    /// - Parameter takesLines: whether to return lines and their end.
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

    /// Takes all waiting pieces. Lines that arrive together are stored together.
    private func takePieces() -> [Line] {
        defer {
            pieces = []
            lock.broadcast()
        }
        return pieces.count == 1 ? pieces[0] : Array(pieces.joined())
    }
}
