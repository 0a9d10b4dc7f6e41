import Foundation

/// Counts the lines between a session and the programs that have joined, and stops one of them after a certain line.
public final class LineWatch: @unchecked Sendable {  // `lock` guards what changes
    /// The line after which a program is stopped.
    public struct Stop: Sendable {
        /// The process that wrote or reads the line; `nil` if unknown.
        public let process: Int32?
        /// The line, as far as it was whole, without its newline.
        public let line: [UInt8]
        /// Writes the line to the program, and waits until it has read it, or is gone; `nil` if the program wrote the line.
        public let write: (@Sendable () -> Void)?
    }

    private let last: Int
    private let enters: @Sendable (Int32) -> Void
    private let approach: @Sendable () -> Void
    private let stop: @Sendable (Stop) -> Void
    private let refused: @Sendable (LineError) -> Void
    private let lock = NSLock()
    private var passed = 0
    private var joined: Set<Int32> = []
    /// How often the door was shut.
    private var era = 0
    private var isShut = false
    private var hasTurnedAway = false

    /// - Parameters:
    ///   - last: the number of the line after which to stop, from 1, in the order in which the lines pass.
    ///   - enters: called with the process of each program that joins.
    ///   - approach: called after the line before that, which no program has read yet.
    ///   - stop: called once. Until it returns, nothing is written to the program that wrote or reads the line.
    ///   - refused: takes the reason why a line is neither an event nor a control line.
    public init(
        stoppingAfter last: Int = .max, enters: @escaping @Sendable (Int32) -> Void = { _ in },
        approach: @escaping @Sendable () -> Void = {},
        stop: @escaping @Sendable (Stop) -> Void = { $0.write?() },
        refused: @escaping @Sendable (LineError) -> Void = { _ in }
    ) {
        self.last = last
        self.enters = enters
        self.approach = approach
        self.stop = stop
        self.refused = refused
    }

    /// How many lines have passed.
    public var count: Int { lock.withLock { passed } }

    /// The processes of the programs that have joined.
    public var processes: Set<Int32> { lock.withLock { joined } }

    // MARK: The door

    /// From now on, the programs that have joined say nothing more, and others cannot join until `open`.
    public func shut() {
        lock.withLock {
            era += 1
            (isShut, hasTurnedAway) = (true, false)
        }
    }

    /// Lets others join again.
    public func open() { lock.withLock { isShut = false } }

    /// Whether a program has sent something, or wanted to join, since the door was shut.
    public var hasLost: Bool { lock.withLock { hasTurnedAway } }

    /// Lets a program join; returns what `admits` needs, or `nil` if the door is shut.
    func join(_ process: Int32?) -> Int? {
        let era: Int? = lock.withLock {
            if isShut {
                hasTurnedAway = true
                return nil
            }
            if let process { joined.insert(process) }
            return self.era
        }
        if era != nil, let process { enters(process) }
        return era
    }

    func leave(_ process: Int32?) { if let process { lock.withLock { _ = joined.remove(process) } } }

    /// Whether lines count of a program that joined in this era.
    func admits(_ era: Int) -> Bool {
        lock.withLock {
            if era == self.era { return true }
            hasTurnedAway = true
            return false
        }
    }

    // MARK: Lines

    /// Counts a line that a program sends; returns whether to stop after it.
    func passes(_ line: InLine) -> Bool {
        if case .refused(let error) = line.content { refused(error) }
        return passes()
    }

    /// Counts a line; returns whether to stop after it.
    func passes() -> Bool {
        let count = lock.withLock {
            passed += 1
            return passed
        }
        if count == last - 1 { approach() }
        return count == last
    }

    /// Stops a program.
    func strike(_ stop: Stop) { self.stop(stop) }
}
