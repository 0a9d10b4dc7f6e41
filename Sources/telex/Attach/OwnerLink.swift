import ArgumentParser
import Foundation
import TelexRuntime
import TelexWire

/// Passes lines on to the telex that owns a profile, and its lines back. If the owner leaves, it goes on with the next
/// one, or this process becomes the owner.
final class OwnerLink: @unchecked Sendable {  // `lock` guards everything that changes
    private let options: SessionOptions
    private let drain: Int
    /// Held while lines are written, so that no answer comes before `handover` has them.
    private let lock = Condition()
    private var handover: Handover
    /// The connection to the owner; `nil` while there is none.
    private var socket: PeerSocket?
    /// Whether the program sends nothing more.
    private var isEnding = false
    private var isOver = false
    /// Why the program ends, if it has failed.
    private var failure: (any Error)?
    /// Whether nobody waits for the end of the owner's lines.
    private var isAbandoned = false

    init(_ options: SessionOptions, _ request: JoinRequest) {
        self.options = options
        drain = request.drain
        handover = Handover(request)
    }

    /// Passes lines back until an owner has said `bye` because all is done.
    ///
    /// - Parameters:
    ///   - connection: the first owner.
    ///   - speak: sends lines until there are no more, on a thread of its own: this process may have to become the owner.
    ///   - part: called before a signal ends the process.
    ///   - take: called with whole lines of the owner.
    /// - Throws: what `speak` and `take` throw, or why there is no other owner.
    func run(
        _ connection: OwnerConnection, _ interruption: Interruption = Interruption(),
        speak: @escaping @Sendable () throws -> Void, part: @escaping @Sendable () throws -> Void,
        take: @escaping @Sendable ([UInt8]) throws -> Void
    ) throws {
        Thread.launch { [self] in
            do { try speak() } catch { lock.withLock { failure = error } }
            end()
        }
        defer {
            lock.withLock {
                isOver = true
                lock.broadcast()
            }
        }
        let member = ProfileMember(
            options: options, request: { self.lock.withLock { self.handover.next } },
            talk: { try self.converse($0, take) }, part: part)
        try member.run(connection, interruption)
        if let failure = lock.withLock({ failure }) { throw failure }
    }

    /// The lines that end those for the program when a signal comes.
    var lastLines: [UInt8] { lock.withLock { handover.end(.signal) } }

    /// The process of the owner, unless it is this one; `nil` if there is none now.
    var owner: Int32? { lock.withLock { socket?.process }.flatMap { $0 == getpid() ? nil : $0 } }

    /// Leaves an owner that does not answer.
    func abandon() {
        lock.withLock {
            isAbandoned = true
            socket?.hangUp()
        }
    }

    // MARK: From the owner

    /// - Throws: `OwnerLeft` if another owner is needed.
    private func converse(_ connection: OwnerConnection, _ take: ([UInt8]) throws -> Void) throws {
        // What has come of a line that is not yet whole.
        var rest: ArraySlice<UInt8> = []
        var bytes: ArraySlice<UInt8>? = connection.beginning
        lock.withLock {
            socket = connection.socket
            // Each owner must hear it.
            if isEnding { connection.socket.finishWriting() }
            lock.broadcast()
        }
        defer { lock.withLock { socket = nil } }
        while let some = bytes, !some.isEmpty {
            rest += some
            let (lines, bye) = lock.withLock { handover.receive(&rest) }
            if !lines.isEmpty { try take(lines) }
            switch bye {
            case nil: bytes = connection.socket.read()
            case .ownerLeft: throw OwnerLeft()
            case .detached: throw CommandError.detached
            case .drainExpired where drain > 0: throw ExitCode.unfinished
            default: return
            }
        }
        if lock.withLock({ isAbandoned }) { return }
        throw OwnerLeft()
    }

    // MARK: To the owner

    /// Sends lines that belong together to one owner. The next owner gets all of them if not all reached this one.
    ///
    /// - Parameter lines: each without its newline.
    func send(_ lines: [[UInt8]]) {
        let parcel = Parcel(lines)
        lock.withLock {
            while true {
                while socket == nil, !isOver { lock.wait() }
                if isOver || isEnding { return }
                if handover.send(parcel, { parcel in socket.map { parcel.write(to: $0) } == true }) { return }
                socket = nil
            }
        }
    }

    /// Sends nothing more, to no owner.
    func end() {
        lock.withLock {
            isEnding = true
            socket?.finishWriting()
        }
    }
}
