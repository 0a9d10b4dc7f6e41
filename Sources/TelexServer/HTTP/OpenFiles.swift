import Foundation
import NIOCore

/// The system's limit on the open files and sockets of the process.
package enum OpenFiles {
    /// The lowest limit with which the server and its commands work. Libraries end the process when it is reached.
    package static let least = ownUse(System.coreCount) + 16

    /// Descriptors that the process needs in addition to those of its clients: database, WAL, three for each event loop,
    /// and connections that are being closed.
    private static func ownUse(_ cores: Int) -> Int { 40 + 4 * cores }
    /// The most connections over the limit that need an answer at a time.
    private static let turnedAway = 256

    /// The most connections that are being closed, because they are over all limits or were closed for others.
    private static let closing = 4

    /// What clients may have open at a time. Together, these stay below the limit on open files.
    struct Shares: Equatable {
        /// The connections to serve.
        let connections: Int
        /// The connections over the limit to answer.
        let turnedAway: Int
        /// The files to send or receive. Each needs a descriptor besides that of its connection.
        let transfers: Int

        /// The connections to accept. Further ones wait in the system's queue, where they need no descriptor: libdispatch
        /// ends a process that has none left (`_dispatch_workq_monitor_pools`).
        var accepted: Int { connections + turnedAway + closing }
    }

    static func shares(
        connections asked: Int, openFiles: Int = raiseLimit(), cores: Int = System.coreCount
    ) -> Shares {
        let possible = max(3, openFiles - ownUse(cores))
        let turnedAway = min(Self.turnedAway, possible / 4)
        let served = possible - turnedAway
        let transfers = max(1, min(asked, max(served / 3, served - asked)))
        return Shares(
            connections: min(asked, served - transfers), turnedAway: turnedAway, transfers: transfers)
    }

    /// Raises the limit as far as the system allows (getrlimit(2)).
    ///
    /// - Returns: the new limit.
    @discardableResult
    package static func raiseLimit() -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        // macOS refuses larger values, even if the hard limit is unlimited.
        limit.rlim_cur = min(limit.rlim_max, 1 << 20)
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
