import Foundation
import TelexCore

/// Collects input lines and answers from the ports for the thread that owns `Telex`.
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

    private let lock = Condition()
    private var answers: [Delivery] = []
    private var pieces: [[Line]] = []
    /// Lines that a person typed. They go before lines from programs, and are unbounded.
    private var typed: [Line] = []
    private var hasLeft = false
    private var isWoken = false
    private var hasEnded = false
    private var failure: String?
    private var signal: CInt?
    /// The inputs that the owner reads itself.
    private var inputs: [LineInput<Line>] = []
    /// Whether the owner waits, so that it has to be woken.
    private var isAsleep = false
    /// Whether the bell has rung since the owner fell asleep.
    private var hasRung = false

    private let bell = Bell()
    private let capacity: Int
    /// How long an input that is read ahead has to be silent before the owner reads it again, in milliseconds.
    private static var silence: CInt { 10 }

    /// - Parameter capacity: the number of waiting pieces at which `deliver` blocks.
    public init(capacity: Int = 16) { self.capacity = capacity }

    deinit { bell.discard() }

    // MARK: For other threads

    /// Delivers an answer.
    public func deliver(_ delivery: Delivery) {
        locked { answers.append(delivery) }
    }

    /// Delivers a piece of lines and the state of its input. Blocks while the mailbox is full.
    func deliver(_ piece: [Line], then rest: LineInput<Line>.Rest = .open) {
        lock.lock()
        while pieces.count >= capacity { lock.wait() }
        append(piece, rest)
        wakeOwner()
        lock.unlock()
    }

    /// Reads lines from an input from now on.
    public func read(_ input: LineInput<Line>) { locked { inputs.append(input) } }

    /// Delivers a line that a person has typed.
    public func type(_ line: Line) { locked { typed.append(line) } }

    /// Delivers a line, unless the same one still waits, or the person has quit. Returns whether it did.
    public func type(once line: Line) -> Bool where Line: Equatable {
        lock.withLock {
            if hasLeft || hasEnded || typed.contains(line) { return false }
            typed.append(line)
            wakeOwner()
            return true
        }
    }

    /// Takes the typed lines that nobody has taken, for a session that ends early.
    public func takeTyped() -> [Line] {
        lock.withLock {
            defer { typed = [] }
            return typed
        }
    }

    /// Ends the lines because the person quits. Waiting lines from programs are ignored.
    public func leave() { locked { hasLeft = true } }

    /// Whether the person has quit.
    public var isLeaving: Bool { lock.withLock { hasLeft } }

    /// Wakes the owner, which then gets `Mail.answers`.
    public func wake() { locked { isWoken = true } }

    /// Reports a signal that asks the program to stop.
    public func interrupt(_ number: CInt) { locked { signal = number } }

    private func locked(_ change: () -> Void) {
        lock.withLock {
            change()
            wakeOwner()
        }
    }

    private func wakeOwner() {
        guard isAsleep, !hasRung else { return }
        hasRung = true
        bell.ring()
    }

    // MARK: For the owner

    /// Whether any answers are waiting.
    public var hasAnswers: Bool { lock.withLock { !answers.isEmpty } }

    /// Takes all waiting answers.
    public func takeAnswers() -> [Delivery] {
        lock.withLock {
            defer { answers.removeAll(keepingCapacity: true) }
            return answers
        }
    }

    /// Waits for something to do, until `time` at the latest. Signals come first, then answers, then `due`, then lines.
    ///
    /// - Parameter takesLines: whether to return lines and their end.
    public func next(until time: Date?, takesLines: Bool = true) -> Mail {
        // If somebody sets the clock meanwhile, the owner looks at it after as long a time.
        let time = time.map { Date.steady.addingTimeInterval($0.timeIntervalSinceNow) }
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
            if let time, time <= .steady { return .due }
            if takesLines, !typed.isEmpty { return .lines([typed.removeFirst()]) }
            if takesLines, hasLeft { return .end }
            if takesLines, !pieces.isEmpty { return .lines(takePieces()) }
            if takesLines, hasEnded { return failure.map { .failed($0) } ?? .end }
            wait(until: time, takesLines ? inputs : [])
        }
    }

    /// Waits for anything new, and reads what has arrived on the inputs.
    private func wait(until time: Date?, _ inputs: [LineInput<Line>]) {
        isAsleep = true
        lock.unlock()
        // Not a key path: in a generic type, each evaluation would build a new one, which is slow.
        let ready = bell.wait(for: inputs.map { $0.descriptor }, until: time).map { inputs[$0] }
        lock.lock()
        isAsleep = false
        if hasRung { bell.silence() }
        hasRung = false
        for input in ready {
            lock.unlock()
            let (lines, rest) = input.read()
            lock.lock()
            append(lines, input.isLast ? rest : .open)
            if rest != .open { self.inputs.removeAll { $0 === input } }
            if rest == .backlog { readAhead(input) }
        }
    }

    private func append(_ piece: [Line], _ rest: LineInput<Line>.Rest) {
        if !piece.isEmpty { pieces.append(piece) }
        switch rest {
        case .open, .backlog: break
        case .end: hasEnded = true
        case .failed(let reason): (failure, hasEnded) = (reason, true)
        }
    }

    /// Reads an input on another thread, while the owner handles lines, until the sender pauses.
    private func readAhead(_ input: LineInput<Line>) {
        Thread.launch { [self] in
            while input.isReady(within: Self.silence) {
                let (lines, rest) = input.read()
                deliver(lines, then: input.isLast ? rest : .open)
                if rest != .open, rest != .backlog { return }
            }
            read(input)
        }
    }

    /// Takes all waiting pieces. Lines that arrive together are stored together.
    private func takePieces() -> [Line] {
        defer {
            pieces = []
            lock.broadcast()
        }
        return pieces.dropFirst().reduce(into: pieces[0]) { $0 += $1 }
    }
}
