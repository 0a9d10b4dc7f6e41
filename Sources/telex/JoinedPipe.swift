import ArgumentParser
import Foundation
import TelexRuntime
import TelexWire

/// `telex pipe` on a profile that another telex owns: passes lines on to that one, and its lines back. If the owner
/// leaves, it goes on with the next one, or becomes the owner.
final class JoinedPipe: @unchecked Sendable {  // see each member
    private let options: SessionOptions
    private let output = FileOutput(STDOUT_FILENO)
    /// Guards the members below. It is held while lines are sent, so that `state` never lags behind what was sent.
    private let lock = NSCondition()
    private var state: JoinedState
    /// The connection to the owner; `nil` while there is none.
    private var socket: PeerSocket?
    /// Whether the input is being read.
    private var isReading = false
    /// Why the input could not be read to its end.
    private var failure: InputFailure?

    init(_ options: SessionOptions, _ request: JoinRequest) {
        self.options = options
        state = JoinedState(request)
    }

    /// Passes lines on until an owner has said `bye` because all is done.
    ///
    /// - Parameter connection: the first owner.
    func run(_ connection: OwnerConnection) throws {
        let member = ProfileMember(
            options: options, request: { self.locked { self.state.next } },
            talk: { connection in
                self.locked { self.startReading() }
                try self.converse(connection)
            },
            part: { try self.output.write(self.locked { self.state.end(.signal) }) })
        try member.run(connection)
        if let failure = locked({ failure }) { throw failure }
    }

    private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: From the owner

    /// - Throws: `OwnerLeft` if another owner is needed.
    private func converse(_ connection: OwnerConnection) throws {
        // What has come of a line that is not yet whole.
        var rest: ArraySlice<UInt8> = []
        var bytes: ArraySlice<UInt8>? = connection.beginning
        locked {
            socket = connection.socket
            lock.broadcast()
        }
        defer { locked { socket = nil } }
        while let some = bytes, !some.isEmpty {
            rest += some
            let (end, bye) = locked { follow(rest) }
            try output.write(Array(rest[..<end]))
            rest = rest[end...]
            switch bye {
            case nil: bytes = connection.socket.read()
            case .ownerLeft: throw OwnerLeft()
            case .detached: throw Detached()
            case .drainExpired: throw ExitCodes.unfinished
            default: return
            }
        }
        throw OwnerLeft()
    }

    /// Follows the whole lines of the owner; returns where those for the program end, and why the owner ends them.
    private func follow(_ bytes: ArraySlice<UInt8>) -> (end: Int, OutLine.Bye?) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let bye = state.receive(bytes[start..<end])
            if bye == .ownerLeft { return (start, bye) }
            start = end + 1
            if let bye { return (start, bye) }
        }
        return (start, nil)
    }

    // MARK: To the owner

    /// Starts to read the input, once.
    private func startReading() {
        if isReading { return }
        isReading = true
        let thread = Thread { [self] in
            var splitter = LineSplitter(longest: LineError.longestLine)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                var lines: [[UInt8]?] = []
                if count > 0 {
                    splitter.split(buffer[..<count]) { lines.append($0.map(Array.init)) }
                    send(lines)
                } else if count < 0, errno == EINTR || errno == EAGAIN {
                    var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    _ = Foundation.poll(&poll, 1, -1)
                } else {
                    let failure = count < 0 ? InputFailure(reason: String(cString: strerror(errno))) : nil
                    splitter.finish { lines.append($0.map(Array.init)) }
                    send(lines)
                    return end(failure)
                }
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Sends lines to the owner; what an owner that has left did not get goes to the next one.
    private func send(_ lines: [[UInt8]?]) {
        locked {
            for line in lines {
                while true {
                    while socket == nil { lock.wait() }
                    state.send(line?[...])
                    if socket?.writeAll((line ?? Self.tooLong) + [0x0A]) == true { break }
                    state.unsend(line?[...])
                    socket = nil
                }
            }
        }
    }

    /// Stands for a line that is too long, which the owner refuses.
    private static let tooLong = [UInt8](repeating: 0x20, count: LineError.longestLine + 1)

    /// Ends what every owner gets from now on.
    private func end(_ failure: InputFailure?) {
        locked {
            self.failure = failure
            while true {
                while socket == nil { lock.wait() }
                socket?.finishWriting()
                // The next owner must hear it, too.
                socket = nil
            }
        }
    }
}
