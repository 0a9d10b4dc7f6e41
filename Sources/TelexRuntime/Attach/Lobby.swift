import Foundation

/// The programs that have connected and not yet sent their first line. One thread reads from all of them, and ends with
/// the last.
public final class Lobby: @unchecked Sendable {  // `lock` guards what changes
    private struct Visitor {
        let socket: PeerSocket
        let deadline: Date
        let admit: @Sendable ([UInt8]) -> Void
        var bytes: [UInt8] = []
    }

    /// How many can be here; then the one that has been here longest has to leave.
    private static let capacity = 256

    private let longest: Int
    private let patience: TimeInterval
    private let bell = Bell()

    private let lock = NSLock()
    private var arrivals: [Visitor] = []
    private var hasThread = false
    private var hasRung = false

    /// - Parameters:
    ///   - longest: the maximum length of the first line, in bytes. A program that sends more is admitted without its end.
    ///   - patience: how long the first line may take, in seconds. Then the connection ends.
    public init(longest: Int, patience: TimeInterval = PeerSocket.handshakePatience) {
        self.longest = longest
        self.patience = patience
    }

    deinit { bell.discard() }

    /// Reads from a program from now on.
    ///
    /// - Parameter admit: called once it has sent its first line, or has ended its input, with the bytes so far.
    public func enter(_ socket: PeerSocket, admit: @escaping @Sendable ([UInt8]) -> Void) {
        lock.withLock {
            let deadline = Date.steady.addingTimeInterval(patience)
            arrivals.append(Visitor(socket: socket, deadline: deadline, admit: admit))
            if !hasThread {
                hasThread = true
                Thread.launch { [self] in serve() }
            } else if !hasRung {
                hasRung = true
                bell.ring()
            }
        }
    }

    private func serve() {
        var visitors: [Visitor] = []
        while receive(&visitors) {
            let ready = bell.wait(for: visitors.map(\.socket.descriptor), until: visitors.first?.deadline)
            // From the end, so that the places of the others stay the same.
            for place in ready.reversed() where read(&visitors[place]) { visitors.remove(at: place) }
            // They are in the order of their deadlines.
            let now = Date.steady
            while let first = visitors.first, first.deadline <= now || visitors.count > Self.capacity {
                visitors.removeFirst().socket.hangUp()
            }
        }
    }

    /// Adds those who have come since the last call; returns whether anybody is here.
    private func receive(_ visitors: inout [Visitor]) -> Bool {
        lock.withLock {
            if hasRung { bell.silence() }
            hasRung = false
            visitors += arrivals
            arrivals = []
            hasThread = !visitors.isEmpty
            return hasThread
        }
    }

    /// Reads from one that has sent something; returns whether it leaves the lobby.
    private func read(_ visitor: inout Visitor) -> Bool {
        let bytes = visitor.socket.read() ?? []
        visitor.bytes += bytes
        if bytes.isEmpty, visitor.bytes.isEmpty {
            visitor.socket.hangUp()
            return true
        }
        guard bytes.isEmpty || bytes.contains(0x0A) || visitor.bytes.count > longest else { return false }
        visitor.admit(visitor.bytes)
        return true
    }
}
