import Foundation
import TelexCore
import TelexJSON
import TelexRuntime

/// Writes lines once the changes that they report are stored. A slow reader slows the writer down.
public final class LineOutput: LineSink, Outlet, @unchecked Sendable {  // `lock` guards everything not marked otherwise
    /// Which thread encodes and writes lines.
    public enum Pace: Sendable {
        /// The thread that owns `Telex`.
        case direct
        /// The thread that owns `Telex` for a few lines at a time; another thread, in parallel, for more.
        case shared
        /// Another thread; while the reader is behind, only the newest model of each view is kept.
        case coalesced
    }

    /// The number of queued lines at which `release` waits for the reader.
    private static let capacity = 8192
    /// The number of held lines at which `isFull` asks the owner to release them.
    private static let most = 2048
    /// The largest number of lines that the owner writes faster than it hands them over.
    private static let few = 64
    /// The number of encoded bytes that triggers a write.
    private static let pieceLength = 1 << 18

    private let output: any ByteSink
    private let updates: Updates
    private let pace: Pace
    /// Called on the other thread.
    private let onFailure: @Sendable () -> Void

    /// The lines that are not yet released. Only the owner uses them.
    private var held: [OutLine] = []

    private let lock = Condition()
    private var waiting = LineQueue()
    private var hasThread = false
    private var failure: (any Error)?
    /// Whether the other thread is writing. It owns the encoder meanwhile.
    private var isDelivering = false
    private var encoder: LineEncoder
    private var writer: JSONWriter
    /// Delivered lines, for the owner to free. The allocator is slow, and locks, where one thread frees what another
    /// one allocated.
    private var spent: [OutLine] = []

    /// - Parameters:
    ///   - onFailure: called on the other thread when a write fails; the next `release` throws the error.
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

    /// Whether the held lines should be released soon. Until then, the changes of many lines are stored together.
    public var isFull: Bool { held.count >= Self.most }

    public func discard() { held = [] }

    /// - Throws: the error of a failed write.
    public func release() throws {
        // Freed after the lock is released.
        var garbage: [OutLine] = []
        defer { garbage.removeAll() }
        lock.lock()
        defer { lock.unlock() }
        swap(&garbage, &spent)
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

    /// Releases the held lines and waits until all lines are written.
    ///
    /// - Throws: the error of a failed write.
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
        Thread.launch { [self] in
            // The encoder still uses the models of the lines that were delivered last.
            var previous: [OutLine] = []
            while true {
                let lines = next(returning: previous)
                do { try deliver(lines) } catch { return fail(error) }
                previous = lines
            }
        }
    }

    /// Waits for queued lines and takes them all.
    private func next(returning delivered: [OutLine]) -> [OutLine] {
        lock.lock()
        defer { lock.unlock() }
        spent += delivered
        isDelivering = false
        lock.broadcast()
        while waiting.isEmpty { lock.wait() }
        isDelivering = true
        return waiting.takeAll()
    }

    private func fail(_ error: any Error) {
        lock.withLock {
            failure = error
            lock.broadcast()
        }
        onFailure()
    }
}
