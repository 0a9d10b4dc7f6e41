import Foundation

/// Counts the lines between a session and the programs that have joined, and stops one of them after a certain line.
public final class LineWatch: @unchecked Sendable {  // `lock` guards what changes
    private let last: Int
    private let refused: @Sendable (LineError) -> Void
    private let stop: @Sendable (_ process: Int32?) -> Void
    private let lock = NSLock()
    private var passed = 0

    /// - Parameters:
    ///   - last: the number of the line after which to stop, from 1, in the order in which the lines pass.
    ///   - stop: called with the process of the program that wrote or read that line. Until it returns, nothing is
    ///     written to that program.
    ///   - refused: called with what is wrong with each line that is no event or control line.
    public init(
        stoppingAfter last: Int = .max, stop: @escaping @Sendable (_ process: Int32?) -> Void = { _ in },
        refused: @escaping @Sendable (LineError) -> Void = { _ in }
    ) {
        self.last = last
        self.refused = refused
        self.stop = stop
    }

    /// How many lines have passed.
    public var count: Int { lock.withLock { passed } }

    /// Counts a line that a program sends; returns whether to stop after it.
    func passes(_ line: InLine) -> Bool {
        if case .refused(let error) = line.content { refused(error) }
        return passes()
    }

    /// Counts a line; returns whether to stop after it.
    func passes() -> Bool {
        lock.withLock {
            passed += 1
            return passed == last
        }
    }

    /// Stops a program.
    func strike(_ process: Int32?) { stop(process) }
}
