import Foundation

/// Waits for file descriptors until another thread rings. It is immutable, so threads can share it.
struct Bell: Sendable {
    /// The longest wait if the system has no pipe to ring with, in milliseconds.
    private static let shortSleep: CInt = 20

    /// A pipe; -1, which poll(2) ignores, if there is none.
    private let ends: (listening: CInt, ringing: CInt)

    init() {
        var pair: [CInt] = [-1, -1]
        if pipe(&pair) == 0 {
            for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        } else {
            pair = [-1, -1]
        }
        ends = (pair[0], pair[1])
    }

    func discard() {
        close(ends.listening)
        close(ends.ringing)
    }

    /// Ends the current wait, or the next one. Call `silence` once for each ring.
    func ring() {
        var byte: UInt8 = 0
        write(ends.ringing, &byte, 1)
    }

    /// Takes back one ring.
    func silence() {
        var byte: UInt8 = 0
        read(ends.listening, &byte, 1)
    }

    /// Waits until a descriptor can be read without blocking, has ended or failed, `time` has come, or the bell rings.
    ///
    /// - Parameter time: by the steady clock.
    /// - Returns: the places of the descriptors that can be read.
    func wait(for descriptors: [CInt], until time: Date?) -> [Int] {
        var all = ([ends.listening] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let longest = ends.listening == -1 ? Self.shortSleep : -1
        let timeout = time.map {
            CInt(clamping: Int64(max(0, min(1e9, $0.timeIntervalSince(.steady) * 1000)).rounded(.up)))
        }
        poll(&all, nfds_t(all.count), timeout.map { longest < 0 ? $0 : min($0, longest) } ?? longest)
        return descriptors.indices.filter { all[$0 + 1].revents != 0 }
    }
}
