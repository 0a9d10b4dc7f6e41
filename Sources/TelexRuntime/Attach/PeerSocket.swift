import Foundation

/// A connected local socket (unix(7)). One thread may read while another one writes.
public final class PeerSocket: @unchecked Sendable {  // only the thread that reads uses `kept`
    let descriptor: CInt
    /// What was read and is still in the socket; `nil` if nothing is kept there.
    private var kept: (output: CInt, count: Int)?

    /// - Parameter descriptor: the socket, which is closed when nobody uses it any more.
    init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Two sockets that are connected with each other; `nil` if the system makes none.
    package static func pair() -> (PeerSocket, PeerSocket)? {
        var ends: [CInt] = [-1, -1]
        #if os(Linux)
            let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        #if !os(Linux)
            for end in ends {
                var isOn: CInt = 1
                setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        #endif
        return (PeerSocket(ends[0]), PeerSocket(ends[1]))
    }

    /// The id of the process on the other side; `nil` if unknown.
    public var process: Int32? {
        #if os(Linux)
            return credentials?.process
        #else
            var (process, length) = (pid_t(), socklen_t(MemoryLayout<pid_t>.size))
            return getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &process, &length) == 0 ? process : nil
        #endif
    }

    /// The user of the process on the other side; `nil` if unknown.
    var user: uid_t? {
        #if os(Linux)
            return credentials?.user
        #else
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #endif
    }

    #if os(Linux)
        /// `struct ucred` of unix(7), which Glibc declares only with extensions.
        private var credentials: (process: pid_t, user: uid_t, group: gid_t)? {
            var credentials = (process: pid_t(), user: uid_t(), group: gid_t())
            var length = socklen_t(MemoryLayout.size(ofValue: credentials))
            return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 ? credentials : nil
        }
    #endif

    /// Whether the other side has closed the connection, rather than only said that it sends no more.
    public var isGone: Bool {
        // No events are asked for, so it reports only an error or the end (poll(2)).
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0
    }

    /// Waits for bytes; returns none at the end, and `nil` after a failure.
    public func read() -> ArraySlice<UInt8>? {
        removeKept()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, kept == nil ? 0 : CInt(MSG_PEEK))
            if count != -1 {
                kept?.count = count
                return buffer[..<count]
            }
            if errno != EINTR { return nil }
        }
    }

    /// The most files that are passed on at once.
    package static let mostFiles = 16

    /// Waits for bytes, and for files that come with them; returns no bytes at the end, and `nil` after a failure.
    ///
    /// - Parameters:
    ///   - adopt: called with each descriptor that has come, which then belongs to the caller.
    ///   - lose: called if the system has closed some, because this process has too many open files.
    package func receive(_ adopt: (CInt) -> Void, lose: () -> Void) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                FilePassing.receive($0, most: Self.mostFiles, from: descriptor, adopt, lose: lose)
            }
            if count != -1 { return buffer[..<count] }
            if errno != EINTR { return nil }
        }
    }

    /// From now on, what is read stays in the socket until the next read, and until a program has read all that was
    /// written to `output`. So the other side sees in `hasUnread` what nobody has dealt with.
    public func keepsUntilHandled(output: CInt) { kept = (output, 0) }

    /// Removes what was read before, once the reader of the output has it. Does not wait if either side is gone.
    private func removeKept() {
        guard let (output, count) = kept, count > 0 else { return }
        kept?.count = 0
        // No event says that a pipe is empty, so look every millisecond.
        var states = [pollfd(fd: output, events: 0, revents: 0), pollfd(fd: descriptor, events: 0, revents: 0)]
        while UnreadBytes.sent(output) > 0, poll(&states, nfds_t(states.count), 1) <= 0 {}
        var rest = count
        var buffer = [UInt8](repeating: 0, count: count)
        while rest > 0 {
            let taken = recv(descriptor, &buffer, rest, 0)
            if taken > 0 { rest -= taken } else if taken == 0 || errno != EINTR { return }
        }
    }

    /// Whether the other side has not read everything that was written to it.
    package var hasUnread: Bool { UnreadBytes.sent(descriptor) > 0 }

    /// Whether the other side has written something that was not read here.
    package var hasArrived: Bool { UnreadBytes.arrived(descriptor) > 0 }

    /// Waits until there is something to read, or the end; returns `false` if it is not there by then.
    ///
    /// - Parameter output: a descriptor that this program writes to, whose reader may leave meanwhile.
    /// - Throws: `closed` if that reader has left.
    public func waits(until deadline: Date, output: CInt? = nil) throws(FileOutput.Failure) -> Bool {
        removeKept()
        // A negative descriptor is ignored, and errors are reported without being asked for (poll(2)).
        var states = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: output ?? -1, events: 0, revents: 0),
        ]
        while true {
            // A day at most, since `poll` takes no more than 24 days.
            let left = min(max(0, deadline.timeIntervalSince(.steady)), 86_400)
            if poll(&states, nfds_t(states.count), CInt((left * 1000).rounded(.up))) > 0 {
                if states[1].revents != 0 { throw .closed }
                return true
            }
            if Date.steady >= deadline { return false }
        }
    }

    /// Writes as many bytes as the reader takes soon, and removes them; returns `false` if the reader is gone.
    ///
    /// - Parameter patience: how long to wait for a slow reader, in milliseconds.
    public func write(_ bytes: inout ArraySlice<UInt8>, patience: CInt = 20) -> Bool {
        var none: [OpenFile] = []
        return write(&bytes, lending: &none, patience: patience)
    }

    /// Writes as many bytes as the reader takes soon, and removes them; returns `false` if the reader is gone.
    ///
    /// - Parameters:
    ///   - files: what the reader gets with the first of the bytes, at most `mostFiles`. It is removed once it is on its way.
    ///   - patience: how long to wait for a slow reader, in milliseconds.
    package func write(
        _ bytes: inout ArraySlice<UInt8>, lending files: inout [OpenFile], patience: CInt = 20
    ) -> Bool {
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                files.isEmpty
                    ? send(descriptor, $0.baseAddress, $0.count, Self.sendFlags)
                    : FilePassing.send($0, files.map(\.descriptor), to: descriptor, Self.sendFlags)
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
                files = []
            } else if errno == EAGAIN {
                if !isWritable(within: patience) { return true }
            } else if errno == ETOOMANYREFS {
                // Too many files are on their way to other processes (unix(7)).
                usleep(UInt32(patience) * 1000)
                return true
            } else if errno != EINTR {
                return false
            }
        }
        bytes = []
        return true
    }

    /// Waits until the reader takes more, or is gone; returns `false` if it does not within this many milliseconds.
    public func isWritable(within milliseconds: CInt) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, milliseconds) != 0
    }

    /// Writes all the bytes, however slow the reader is; returns `false` if the reader is gone.
    public func writeAll(_ bytes: [UInt8]) -> Bool { writeAll(bytes, lending: []) }

    /// Writes all the bytes, however slow the reader is; returns `false` if the reader is gone.
    ///
    /// - Parameter files: what the reader gets with the first of the bytes.
    package func writeAll(_ bytes: [UInt8], lending files: [OpenFile]) -> Bool {
        var (rest, files) = (bytes[...], files)
        while !rest.isEmpty { if !write(&rest, lending: &files) { return false } }
        return true
    }

    // MARK: Handshakes

    /// How long either side waits in a handshake, in seconds.
    public static let handshakePatience: TimeInterval = 5

    /// The other side is connected, and does not answer: its process is stopped or busy.
    public struct Silence: Error {}

    /// Writes all the bytes; returns `false` if the reader is gone.
    public func writeAll(_ bytes: [UInt8], until deadline: Date) throws(Silence) -> Bool {
        try writeAll(bytes, lending: [], until: deadline)
    }

    /// Writes all the bytes; returns `false` if the reader is gone.
    ///
    /// - Parameter files: what the reader gets with the first of the bytes.
    package func writeAll(_ bytes: [UInt8], lending files: [OpenFile], until deadline: Date) throws(Silence) -> Bool {
        var (rest, files) = (bytes[...], files)
        while !rest.isEmpty {
            guard write(&rest, lending: &files) else { return false }
            if !rest.isEmpty, Date.steady >= deadline { throw Silence() }
        }
        return true
    }

    /// Sends a line and waits for the answer.
    ///
    /// - Parameter isWhole: whether these bytes are the whole answer. It also ends with the connection.
    /// - Returns: what has come.
    public func ask(
        _ line: [UInt8], until deadline: Date, _ isWhole: (ArraySlice<UInt8>) -> Bool
    ) throws(Silence) -> ArraySlice<UInt8> {
        guard try writeAll(line, until: deadline) else { return [] }
        var answer: ArraySlice<UInt8> = []
        while !isWhole(answer) {
            guard (try? waits(until: deadline)) == true else { throw Silence() }
            guard let bytes = read(), !bytes.isEmpty else { break }
            answer += bytes
        }
        return answer
    }

    /// Sends nothing more; the other side reads the end.
    public func finishWriting() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Ends both directions. A thread that reads gets the end.
    public func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    #if os(Linux)
        private static let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #else
        private static let sendFlags = CInt(MSG_DONTWAIT)
    #endif
}
