import Foundation
import TelexCore
import TelexRuntime

/// Writes lines to a reader who may be slow: while it is behind, only the newest model of each view is kept.
///
/// All other lines are kept; when too many of them wait, the writer waits. The thread that owns `Telex` writes, another one
/// delivers.
public final class CoalescedOutput: LineSink, Outlet, @unchecked Sendable {  // `lock` guards all but `held`
    /// How many lines wait at most.
    private static let capacity = 10_000

    private let lock = NSCondition()
    private var held: [OutLine] = []
    private var waiting = LineQueue()
    private var isFinishing = false
    private var isFinished = false
    private var failure: (any Error)?

    public init(_ output: any ByteSink & Sendable, _ updates: Updates) {
        let thread = Thread { [self] in
            var encoder = LineEncoder(updates)
            var writer = encoder.makeWriter()
            var failure: (any Error)?
            while failure == nil, let lines = next() {
                for line in lines { encoder.encode(line, to: &writer) }
                do { try output.write(writer.bytes) } catch { failure = error }
                writer.removeAll()
            }
            lock.lock()
            self.failure = failure
            isFinished = true
            lock.broadcast()
            lock.unlock()
        }
        thread.start()
    }

    public func write(_ line: OutLine) { held.append(line) }

    public func discard() { held = [] }

    public var isFull: Bool { held.count >= Self.capacity }

    /// - Throws: why the reader cannot be written to.
    public func release() throws {
        guard !held.isEmpty else { return }
        lock.lock()
        defer { lock.unlock() }
        while waiting.count >= Self.capacity, !isFinished { lock.wait() }
        if let failure { throw failure }
        for line in held { waiting.add(line) }
        held = []
        lock.broadcast()
    }

    /// Waits until all is delivered.
    public func finish() throws {
        try release()
        lock.lock()
        defer { lock.unlock() }
        isFinishing = true
        lock.broadcast()
        while !isFinished { lock.wait() }
        if let failure { throw failure }
    }

    /// What waits; `nil` when nothing more comes.
    private func next() -> [OutLine]? {
        lock.lock()
        defer { lock.unlock() }
        while waiting.isEmpty, !isFinishing { lock.wait() }
        let lines = waiting.takeAll()
        lock.broadcast()
        return lines.isEmpty ? nil : lines
    }
}
