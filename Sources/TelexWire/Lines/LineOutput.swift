import Foundation
import TelexCore
import TelexRuntime

/// Writes lines, once what they speak of is stored. A slow reader slows the writer.
public final class LineOutput: LineSink, Outlet, @unchecked Sendable {  // `lock` guards all that does not say otherwise
    /// Who puts lines into bytes and writes them.
    public enum Pace: Sendable {
        /// The thread that owns `Telex`.
        case direct
        /// The owner while few lines come together, and another thread, while the owner goes on, when there are more.
        case shared
        /// Another thread; while the reader is behind, only the newest model of each view is kept.
        case coalesced
    }

    /// How many lines wait at most.
    private static let capacity = 8192
    /// How many lines are let go together at most, if the owner can choose.
    private static let most = 2048
    /// So many lines are written sooner than they are handed over.
    private static let few = 64
    /// How many bytes are written together, or a few more.
    private static let pieceLength = 1 << 18

    private let output: any ByteSink
    private let updates: Updates
    private let pace: Pace
    /// Told on the other thread.
    private let onFailure: @Sendable () -> Void

    /// What has not been let go; the owner's.
    private var held: [OutLine] = []

    private let lock = NSCondition()
    private var waiting = LineQueue()
    private var hasThread = false
    private var failure: (any Error)?
    /// Whether the thread is at work: the encoder is its own meanwhile.
    private var isDelivering = false
    private var encoder: LineEncoder
    private var writer: JSONWriter

    /// - Parameters:
    ///   - onFailure: told by the other thread when the reader cannot be written to; the next `release` throws the reason.
    public init(
        _ output: any ByteSink, _ updates: Updates = .whole, pace: Pace = .direct,
        onFailure: @escaping @Sendable () -> Void = {}
    ) {
        self.output = output
        self.updates = updates
        self.pace = pace
        self.onFailure = onFailure
        encoder = LineEncoder(updates)
        writer = encoder.makeWriter()
    }

    public func write(_ line: OutLine) { held.append(line) }

    /// Begins a new stream, numbered from 0.
    public func restart() throws {
        try finish()
        encoder = LineEncoder(updates)
        writer = encoder.makeWriter()
    }

    /// What comes of many lines is stored together.
    public var isFull: Bool { held.count >= Self.most }

    public func discard() { held = [] }

    /// - Throws: why the reader cannot be written to.
    public func release() throws {
        lock.lock()
        defer { lock.unlock() }
        if let failure { throw failure }
        if held.isEmpty { return }
        defer { held.removeAll(keepingCapacity: true) }
        if isForOwner { return try deliver(held) }
        startThread()
        while waiting.count >= Self.capacity, failure == nil { lock.wait() }
        if let failure { throw failure }
        if pace == .coalesced { for line in held { waiting.add(line) } } else { waiting.append(held) }
        lock.broadcast()
    }

    private var isForOwner: Bool {
        switch pace {
        case .direct: true
        case .shared: held.count <= Self.few && !isDelivering && waiting.isEmpty
        case .coalesced: false
        }
    }

    /// Waits until all is written.
    ///
    /// - Throws: why the reader cannot be written to.
    public func finish() throws {
        try release()
        lock.lock()
        defer { lock.unlock() }
        while isDelivering || !waiting.isEmpty, failure == nil { lock.wait() }
        if let failure { throw failure }
    }

    private func deliver(_ lines: [OutLine]) throws {
        for line in lines {
            encoder.encode(line, to: &writer)
            if writer.bytes.count >= Self.pieceLength { try deliverPiece() }
        }
        try deliverPiece()
    }

    private func deliverPiece() throws {
        defer { writer.removeAll() }
        try output.write(writer.bytes)
    }

    // MARK: The other thread

    private func startThread() {
        if hasThread { return }
        hasThread = true
        let thread = Thread { [self] in
            while true {
                do { try deliver(next()) } catch { return fail(error) }
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Waits for what waits.
    private func next() -> [OutLine] {
        lock.lock()
        defer { lock.unlock() }
        isDelivering = false
        lock.broadcast()
        while waiting.isEmpty { lock.wait() }
        isDelivering = true
        return waiting.takeAll()
    }

    private func fail(_ error: any Error) {
        lock.lock()
        failure = error
        lock.broadcast()
        lock.unlock()
        onFailure()
    }
}
