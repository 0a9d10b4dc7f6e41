import Foundation
import TelexCore
import TelexRuntime

/// Writes lines to a reader that may be slow or not yet there, and never waits for it.
///
/// While the reader is behind, only the newest model of each view is kept; models never move past another kind of line.
/// The thread that owns `Telex` queues the lines, and another thread delivers them. While there is no reader, lines are
/// discarded; the next reader begins with a stream of its own.
public final class Mirror: LineSink, Outlet, @unchecked Sendable {  // `lock` guards everything except `held`
    /// The maximum number of queued lines. Further lines, except models and `bye`, are dropped and counted.
    static let capacity = 10_000

    private let lock = Condition()
    /// The lines that are not yet released. Only the owner uses them.
    private var held: [OutLine] = []
    private var waiting = LineQueue()
    private var dropped = 0
    private var isFinishing = false
    /// Whether the reader has left.
    private var hasLeft = false
    /// Whether the reader has left, and no stream has begun for the next one.
    private var isDiscarding = false
    private var isFinished = false

    /// - Parameters:
    ///   - open: opens the output, or returns `nil` if it cannot. It may block, as a FIFO does until it has a reader.
    ///   - reopened: called on the other thread when a reader has left and another one has come. The owner then calls
    ///     `restart`. If it is `nil`, the mirror ends with its reader.
    public init(_ open: @escaping @Sendable () -> FileOutput?, reopened: (@Sendable () -> Void)? = nil) {
        Thread.launch { [self] in
            while let output = open() {
                if lock.withLock({ isDiscarding }) { reopened?() }
                if reopened != nil { watch(output.descriptor) }
                if deliver(to: output) || reopened == nil { break }
                lock.withLock { while !hasLeft { lock.wait() } }
                close(output.descriptor)
                lock.withLock { discardWaiting(until: true) }
            }
            lock.withLock {
                isFinished = true
                lock.broadcast()
            }
        }
    }

    /// Begins the stream of another reader: what is written from now on is delivered again.
    public func restart() {
        held = []
        lock.withLock { discardWaiting(until: false) }
    }

    /// Notices when the reader leaves, so that the next one does not get what is left of its stream.
    private func watch(_ descriptor: CInt) {
        lock.withLock { hasLeft = false }
        Thread.launch { [self] in
            var end = pollfd(fd: descriptor, events: 0, revents: 0)
            while poll(&end, 1, -1) == -1, errno == EINTR {}
            lock.withLock {
                hasLeft = true
                lock.broadcast()
            }
        }
    }

    private func discardWaiting(until restarted: Bool) {
        isDiscarding = restarted
        waiting = LineQueue()
        dropped = 0
        lock.broadcast()
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
        let deadline = Date.steady.addingTimeInterval(seconds)
        lock.lock()
        isFinishing = true
        lock.broadcast()
        while !isFinished, !isDiscarding, .steady < deadline { _ = lock.wait(until: deadline) }
        lock.unlock()
    }

    private func enqueue(_ line: OutLine) {
        if isFinished || isDiscarding { return }
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

    /// - Returns: whether these were the last lines; `false` if the reader has left.
    private func deliver(to output: FileOutput) -> Bool {
        var encoder = LineEncoder()
        var writer = encoder.makeWriter()
        while let line = next() {
            encoder.encode(line, to: &writer)
            do { try output.write(writer.bytes) } catch { return false }
            writer.removeAll()
            if line.isBye { return true }
        }
        return lock.withLock { !hasLeft }
    }

    private func next() -> OutLine? {
        lock.lock()
        defer { lock.unlock() }
        while waiting.isEmpty, !isFinishing, !hasLeft { lock.wait() }
        return waiting.isEmpty || hasLeft ? nil : waiting.removeFirst()
    }
}
