import Foundation
import TelexCore
import TelexJSON
import TelexRuntime

/// Writes lines to an attached program, and never waits for it.
///
/// A reader that falls behind by more than `limit` bytes gets a `gap` line with the number of lines that are left out,
/// and then only the newest model of each view. The thread that owns `Telex` hands the lines over, and another thread
/// encodes and writes them. It encodes lines as soon as they come, so that their models can be freed.
final class GuestOutput: LineSink, Outlet, @unchecked Sendable {  // `lock` guards everything not marked otherwise
    /// How far a reader may fall behind, in encoded bytes. With `capacity` and the newest models, 4 MiB wait for it.
    static let limit = 2 << 20
    /// How many bytes the lines besides models may take, about, that wait once the reader is behind.
    private static let capacity = 1 << 20
    /// The number of held lines at which `isFull` asks the owner to release them.
    private static let most = 128
    /// How many bytes are encoded before they are queued.
    private static let pieceLength = 1 << 16
    /// The number of bytes from which on their memory is given back once they are written.
    private static let heavy = 1 << 20
    /// How long a reader may take nothing of the last lines, in seconds.
    private static let patience: TimeInterval = 10

    private let socket: PeerSocket
    private let limit: Int
    /// Whether lines tell when output is released.
    private let isPaced: Bool
    /// Counts the lines, and may stop the reader after one of them.
    private let watch: LineWatch?
    /// Whether nothing was written since the last line of the pace.
    private var isAtRest = true
    /// The lines that are not yet released. Only the owner uses them.
    private var held: [OutLine] = []
    /// Whether the last line was handed over.
    private var hasSaidBye = false

    private let lock = Condition()
    private var waiting = LineQueue()
    /// What the next owner needs; `nil` if the program does not take notes.
    private var notes: NoteTaker?
    /// About how many bytes the lines besides models have that have come since the reader is behind.
    private var weight = 0
    /// Whether the reader is behind, so that models replace older ones.
    private var isBehind = false
    /// Whether so much has waited that its memory is worth giving back. Only the other thread uses it.
    private var isHeavy = false
    /// How many lines were left out since the last gap line.
    private var dropped = 0
    /// Whether the thread encodes or writes lines.
    private var isBusy = false
    /// Whether the watch has stopped the thread, so that nothing is on its way.
    private var isStopped = false
    /// Whether the thread has to wait before it writes anything.
    private var isHeld = false
    /// When the thread has to have written everything; `nil` while more may come.
    private var deadline: Date?
    private var isGone = false

    /// - Parameters:
    ///   - coalesces: whether to write only the newest models as soon as the reader is behind at all.
    ///   - seq: the number of the first line.
    ///   - notes: what the next owner needs; `nil` if the program does not take notes.
    ///   - watch: counts the lines, and may stop the reader after one of them.
    init(
        _ socket: PeerSocket, _ updates: Updates, coalesces: Bool, isPaced: Bool = false, from seq: Int64 = 0,
        notes: NoteTaker? = nil, watch: LineWatch? = nil
    ) {
        self.socket = socket
        self.watch = watch
        self.notes = notes
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
            if isHeavy { Memory.giveBack() }
        }
    }

    /// Notes lines of the program, before they are handled.
    func hear(_ lines: [InLine]) {
        lock.withLock {
            notes?.hear(lines)
            if notes?.hasNotes == true { lock.broadcast() }
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

    var isFull: Bool { held.count >= Self.most }

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
        if line.view == nil, !line.isBye {
            // Once full, none is accepted, so that those that were stay in one piece.
            if weight < Self.capacity { weight += line.weight }
            if weight >= Self.capacity {
                dropped += 1
                notes?.drop(line)
                return
            }
        }
        let before = waiting.count
        waiting.add(line)
        if waiting.count == before { dropped += 1 }
    }

    /// Writes what is left, and closes the connection.
    func finish() {
        release()
        lock.withLock {
            deadline = Date.steady.addingTimeInterval(Self.patience)
            lock.broadcast()
        }
    }

    /// Waits until everything is written, until `end` at the latest.
    func wait(until end: Date) {
        lock.withLock { while !isGone, lock.wait(until: end) {} }
    }

    /// Whether the reader has read everything. The thread that owns `Telex` calls it.
    var isRead: Bool {
        let isDone = lock.withLock { isGone || isStopped || !isBusy && waiting.isEmpty && notes?.hasNotes != true }
        return held.isEmpty && isDone && (lock.withLock { isGone } || !socket.hasUnread)
    }

    /// Writes nothing until `body` has ended.
    func hold<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.withLock { isHeld = true }
        defer {
            lock.withLock {
                isHeld = false
                lock.broadcast()
            }
        }
        return try body()
    }

    // MARK: The other thread

    /// What is encoded and not yet written, in pieces, so that what was written can be freed.
    private struct Backlog {
        private(set) var pieces: [ArraySlice<UInt8>] = []
        private(set) var count = 0

        var isEmpty: Bool { pieces.isEmpty }

        mutating func append(_ bytes: [UInt8]) {
            pieces.append(bytes[...])
            count += bytes.count
        }

        /// Appends what is in the writer, which is empty then.
        mutating func take(_ writer: inout JSONWriter) {
            if !writer.bytes.isEmpty { append(Array(writer.bytes)) }
            writer.removeAll()
        }

        /// Writes as much as the reader takes at once; returns `false` if it is gone.
        mutating func write(to socket: PeerSocket) -> Bool {
            while !pieces.isEmpty {
                let before = pieces[0].count
                guard socket.write(&pieces[0], patience: 0) else { return false }
                count -= before - pieces[0].count
                guard pieces[0].isEmpty else { break }
                pieces.removeFirst()
            }
            return true
        }

        /// Writes everything, and waits until the reader has read it; returns `false` if it is gone.
        mutating func writeAll(to socket: PeerSocket) -> Bool {
            while !isEmpty || socket.hasUnread {
                guard write(to: socket), !socket.isGone else { return false }
                usleep(500)
            }
            return true
        }
    }

    private func deliver(_ encoder: LineEncoder) {
        var encoder = encoder
        var writer = encoder.makeWriter()
        var backlog = Backlog()
        var left = 0
        while let lines = next(behindBy: backlog.count, isRead: backlog.count < left) {
            for (place, line) in lines.enumerated() {
                let isStop = watch?.passes() ?? false
                if isStop { backlog.take(&writer) }
                encoder.encode(line, lock.withLock { notes?.note(line) }, to: &writer)
                if isStop, let watch, !stop(watch, after: &writer, &backlog) { return }
                let isLast = place == lines.count - 1
                guard isLast || writer.bytes.count >= Self.pieceLength else { continue }
                backlog.take(&writer)
                isHeavy = isHeavy || backlog.count >= Self.heavy
                guard !isLast, backlog.count >= limit else { continue }
                guard let isRead = drain(&backlog) else { return }
                if !isRead {
                    fallBehind(with: lines[(place + 1)...])
                    break
                }
            }
            if backlog.count < limit { writeNotes(encoder, &writer, &backlog) }
            left = backlog.count
            // Lines that come meanwhile are encoded first.
            guard backlog.write(to: socket) else { return }
            if !backlog.isEmpty {
                if isIdle { _ = socket.isWritable(within: Self.pause) }
            } else if isHeavy {
                Memory.giveBack()
                isHeavy = false
            }
        }
    }

    /// Writes what is noted that belongs to no line.
    private func writeNotes(_ encoder: LineEncoder, _ writer: inout JSONWriter, _ backlog: inout Backlog) {
        while let note = lock.withLock({ notes?.next() }) {
            encoder.write(note, to: &writer)
            writer.newLine()
        }
        backlog.take(&writer)
    }

    /// Writes what comes before a line, and has the reader stopped after that; returns `false` if the reader is gone.
    private func stop(_ watch: LineWatch, after writer: inout JSONWriter, _ backlog: inout Backlog) -> Bool {
        let line = Array(writer.bytes)
        writer.removeAll()
        guard backlog.writeAll(to: socket) else { return false }
        lock.withLock { isStopped = true }
        defer { lock.withLock { isStopped = false } }
        let socket = socket
        watch.strike(
            // Without the note that follows it.
            LineWatch.Stop(process: socket.process, line: Array(line.prefix { $0 != Note.separator && $0 != 0x0A })) {
                var last = Backlog()
                last.append(line)
                _ = last.writeAll(to: socket)
            })
        return !socket.isGone
    }

    /// How long the thread waits for the reader before it looks for lines that have come, in milliseconds.
    private static let pause: CInt = 20
    /// How long a reader that is not behind may take nothing, in milliseconds.
    private static let lull: CInt = 200

    /// Writes until the backlog is below the limit. Many lines can come at once, so a reader that reads has a chance.
    ///
    /// - Returns: whether the reader reads; `nil` if it is gone.
    private func drain(_ backlog: inout Backlog) -> Bool? {
        while true {
            guard backlog.write(to: socket) else { return nil }
            if backlog.count < limit { return true }
            let isCrowded = lock.withLock { waiting.count > Self.most }
            if isCrowded || !socket.isWritable(within: Self.lull) { return false }
        }
    }

    /// Whether the reader is behind.
    var isLate: Bool { lock.withLock { isBehind } }

    private var isIdle: Bool { lock.withLock { isBehind || waiting.isEmpty } }

    /// From now on, keeps only the newest models of these lines and the next ones.
    private func fallBehind(with lines: ArraySlice<OutLine>) {
        lock.withLock {
            let newer = waiting.takeAll()
            isBehind = true
            for line in lines + newer { enqueue(line) }
        }
        if isHeavy { Memory.giveBack() }
    }

    /// Takes the lines to encode next; `nil` once everything is written. Waits for more if nothing is being written.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes are being written.
    ///   - isRead: whether the reader has taken something since the last call.
    private func next(behindBy bytes: Int, isRead: Bool) -> [OutLine]? {
        lock.lock()
        defer { lock.unlock() }
        while isHeld { lock.wait() }
        if bytes > 0 {
            if isRead, deadline != nil { deadline = Date.steady.addingTimeInterval(Self.patience) }
            if let deadline, deadline < .steady { return nil }
            if bytes >= limit { isBehind = true }
            return isBehind ? [] : waiting.takeAll()
        }
        while isHeld || waiting.isEmpty && notes?.hasNotes != true {
            if deadline != nil, !isHeld { return nil }
            isBusy = false
            lock.wait()
        }
        isBusy = true
        isBehind = false
        weight = 0
        guard dropped > 0 else { return waiting.takeAll() }
        defer { dropped = 0 }
        return [.gap(.lines(dropped))] + waiting.takeAll()
    }
}

extension OutLine {
    /// About how many bytes the line takes until it is encoded.
    fileprivate var weight: Int {
        switch content {
        case .view(let model, _, _):
            var writer = JSONWriter()
            model.write(to: &writer)
            return 2 * writer.bytes.count
        case .error(let error): return 256 + error.reason.utf8.count
        default: return 128
        }
    }
}
