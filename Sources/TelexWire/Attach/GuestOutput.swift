import Foundation
import TelexCore
import TelexRuntime

/// Writes lines to an attached program, and never waits for it.
///
/// A reader that falls behind by more than `limit` bytes gets a `gap` line with the number of lines that are left out,
/// and then only the newest model of each view. The thread that owns `Telex` hands the lines over, and another thread
/// encodes and writes them.
final class GuestOutput: LineSink, Outlet, @unchecked Sendable {  // `lock` guards everything not marked otherwise
    /// How far a reader may fall behind, in encoded bytes.
    static let limit = 4 << 20
    /// The most lines that wait besides models, once the reader is behind.
    private static let capacity = 10_000
    /// How long a reader may take nothing of the last lines, in seconds.
    private static let patience: TimeInterval = 10

    private let socket: PeerSocket
    private let limit: Int
    /// Whether lines tell when output is released.
    private let isPaced: Bool
    /// Whether nothing was written since the last line of the pace.
    private var isAtRest = true
    /// The lines that are not yet released. Only the owner uses them.
    private var held: [OutLine] = []
    /// Whether the last line was handed over.
    private var hasSaidBye = false

    private let lock = NSCondition()
    private var waiting = LineQueue()
    /// Whether the reader is behind, so that models replace older ones.
    private var isBehind = false
    /// How many lines were left out since the last gap line.
    private var dropped = 0
    /// When the thread has to have written everything; `nil` while more may come.
    private var deadline: Date?
    private var isGone = false

    /// - Parameters:
    ///   - coalesces: whether to write only the newest models as soon as the reader is behind at all.
    ///   - seq: the number of the first line.
    init(_ socket: PeerSocket, _ updates: Updates, coalesces: Bool, isPaced: Bool = false, from seq: Int64 = 0) {
        self.socket = socket
        self.isPaced = isPaced
        limit = coalesces ? 1 : Self.limit
        Thread.launch { [self] in
            deliver(LineEncoder(updates, from: seq))
            lock.withLock {
                isGone = true
                waiting = LineQueue()
                lock.broadcast()
            }
            socket.hangUp()
        }
    }

    /// The window's name is enough for the reader, who has only windows of its own.
    func write(_ line: OutLine) {
        if hasSaidBye { return }
        hasSaidBye = line.isBye
        switch line {
        case .within(let window, let line): held.append(line.within(window.of(guest: 0)))
        case .end(let window): held.append(.end(of: window.of(guest: 0)))
        default: held.append(line)
        }
    }

    func discard() { held = [] }

    func release() {
        if held.isEmpty { return }
        if isPaced {
            held.append(.pace(.released))
            isAtRest = false
        }
        handOver()
    }

    func idle() {
        if isAtRest { return }
        isAtRest = true
        held.append(.pace(.rested))
        handOver()
    }

    private func handOver() {
        lock.withLock {
            if !isGone { for line in held { enqueue(line) } }
            lock.broadcast()
        }
        held.removeAll(keepingCapacity: true)
    }

    private func enqueue(_ line: OutLine) {
        guard isBehind else { return waiting.append([line]) }
        if line.view == nil, !line.isBye, waiting.count >= Self.capacity {
            dropped += 1
            return
        }
        let before = waiting.count
        waiting.add(line)
        if waiting.count == before { dropped += 1 }
    }

    /// Writes what is left, and closes the connection.
    func finish() {
        release()
        lock.withLock {
            deadline = Date().addingTimeInterval(Self.patience)
            lock.broadcast()
        }
    }

    /// Waits until everything is written, until `end` at the latest.
    func wait(until end: Date) {
        lock.withLock { while !isGone, lock.wait(until: end) {} }
    }

    // MARK: The other thread

    private func deliver(_ encoder: LineEncoder) {
        var encoder = encoder
        var writer = encoder.makeWriter()
        var bytes: ArraySlice<UInt8> = []
        var left = 0
        while let lines = next(isWriting: !bytes.isEmpty, behindBy: bytes.count, isRead: bytes.count < left) {
            for line in lines { encoder.encode(line, to: &writer) }
            if !lines.isEmpty {
                bytes += writer.bytes
                writer.removeAll()
            }
            left = bytes.count
            guard socket.write(&bytes) else { return }
        }
    }

    /// Takes the lines to encode next; `nil` once everything is written. Waits for more if nothing is being written.
    ///
    /// - Parameter isRead: whether the reader has taken something since the last call.
    private func next(isWriting: Bool, behindBy bytes: Int, isRead: Bool) -> [OutLine]? {
        lock.lock()
        defer { lock.unlock() }
        if isWriting {
            if isRead, deadline != nil { deadline = Date().addingTimeInterval(Self.patience) }
            if let deadline, deadline < Date() { return nil }
            if bytes >= limit { isBehind = true }
            return isBehind ? [] : waiting.takeAll()
        }
        while waiting.isEmpty {
            if deadline != nil { return nil }
            lock.wait()
        }
        isBehind = false
        guard dropped > 0 else { return waiting.takeAll() }
        defer { dropped = 0 }
        return [.gap(.lines(dropped))] + waiting.takeAll()
    }
}
