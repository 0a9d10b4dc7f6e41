import Foundation
import TelexCore
import TelexRuntime

/// Writes lines to a reader that may be slow or not yet there, and never waits for it.
///
/// While the reader is behind, only the newest model of each view is kept; models never move past another kind of line.
/// The thread that owns `Telex` queues the lines, and another thread delivers them.
public final class Mirror: LineSink, Outlet, @unchecked Sendable {  // `lock` guards everything except `held`
    /// The maximum number of queued lines. Further lines, except models and `bye`, are dropped and counted.
    static let capacity = 10_000

    private let lock = NSCondition()
    /// The lines that are not yet released. Only the owner uses them.
    private var held: [OutLine] = []
    private var waiting = LineQueue()
    private var dropped = 0
    private var isFinishing = false
    private var isFinished = false

    /// - Parameter open: opens the output, or returns `nil` if it cannot. It may block, as a FIFO does until it has a
    ///   reader.
    public init(_ open: @escaping @Sendable () -> FileOutput?) {
        Thread.launch { [self] in
            if let output = open() { deliver(to: output) }
            lock.withLock {
                isFinished = true
                lock.broadcast()
            }
        }
    }

    public func write(_ line: OutLine) { held.append(line) }

    public func discard() { held = [] }

    public func release() {
        guard !held.isEmpty else { return }
        lock.withLock {
            for line in held { enqueue(line) }
            lock.broadcast()
        }
        held = []
    }

    /// Delivers the remaining lines. Waits at most this many seconds.
    public func finish(within seconds: TimeInterval) {
        release()
        let deadline = Date().addingTimeInterval(seconds)
        lock.lock()
        isFinishing = true
        lock.broadcast()
        while !isFinished, Date() < deadline { _ = lock.wait(until: deadline) }
        lock.unlock()
    }

    private func enqueue(_ line: OutLine) {
        if isFinished { return }
        if line.view == nil, waiting.count >= Self.capacity, !line.isBye {
            dropped += 1
            return
        }
        if dropped > 0 {
            waiting.tellGap(dropped)
            dropped = 0
        }
        waiting.add(line)
    }

    private func deliver(to output: FileOutput) {
        var encoder = LineEncoder()
        var writer = encoder.makeWriter()
        while let line = next() {
            encoder.encode(line, to: &writer)
            do { try output.write(writer.bytes) } catch { return }
            writer.removeAll()
            if line.isBye { return }
        }
    }

    private func next() -> OutLine? {
        lock.lock()
        defer { lock.unlock() }
        while waiting.isEmpty, !isFinishing { lock.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
