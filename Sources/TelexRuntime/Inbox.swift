import Foundation
import TelexCore

/// Where other threads leave what the thread that owns `Telex` takes: lines from the input, and answers from the ports.
///
/// Lines have a bound, so that a fast sender waits for a slow reader; answers have none, since the owner itself may
/// leave some. Both keep their order.
public final class Inbox<Line: Sendable>: @unchecked Sendable {  // `lock` guards everything below it
    /// What there is to do next.
    public enum Mail {
        /// Ports have answered.
        case answers
        /// Lines have come, at most `batch`.
        case lines([Line])
        /// There will be no more lines.
        case end
        /// The time has come.
        case due
        /// The program was asked to stop by this signal.
        case signal(CInt)
    }

    private let lock = NSCondition()
    private var answers: [Delivery] = []
    private var lines: [Line] = []
    private var hasEnded = false
    private var signal: CInt?

    private let capacity: Int
    private let batch: Int

    /// - Parameters:
    ///   - capacity: how many lines wait at most before whoever brings more has to wait.
    ///   - batch: how many lines are handed out at once.
    public init(capacity: Int = 4096, batch: Int = 512) {
        self.capacity = capacity
        self.batch = batch
    }

    // MARK: For other threads

    /// Leaves an answer.
    public func deliver(_ delivery: Delivery) {
        locked { answers.append(delivery) }
    }

    /// Leaves lines; waits while there is no room.
    public func deliver(_ new: [Line]) {
        lock.lock()
        while lines.count >= capacity { lock.wait() }
        lines += new
        lock.broadcast()
        lock.unlock()
    }

    /// Says that there will be no more lines.
    public func end() { locked { hasEnded = true } }

    /// Says that a signal asks the program to stop.
    public func interrupt(_ number: CInt) { locked { signal = number } }

    private func locked(_ change: () -> Void) {
        lock.lock()
        change()
        lock.broadcast()
        lock.unlock()
    }

    // MARK: For the owner

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
            if !answers.isEmpty { return .answers }
            if let time, time <= Date() { return .due }
            if takesLines, !lines.isEmpty { return .lines(takeBatch()) }
            if takesLines, hasEnded { return .end }
            if let time { _ = lock.wait(until: time) } else { lock.wait() }
        }
    }

    private func takeBatch() -> [Line] {
        defer { lock.broadcast() }
        if lines.count <= batch {
            defer { lines.removeAll(keepingCapacity: true) }
            return lines
        }
        defer { lines.removeFirst(batch) }
        return Array(lines.prefix(batch))
    }
}
