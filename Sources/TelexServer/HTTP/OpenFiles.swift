import Foundation

/// The system's limit on the open files and sockets of the process.
package enum OpenFiles {
    /// The lowest limit with which the server and its commands work. Libraries end the process when it is reached.
    package static let least = 64

    /// Descriptors that the process needs in addition to its connections: database, WAL, event loops.
    private static let ownUse = 48
    /// The most connections over the limit that need an answer at a time.
    private static let turnedAway = 256

    /// Returns the connection limit, and how many connections over it to answer at a time.
    ///
    /// Together they stay below the limit on open files.
    static func connections(_ asked: Int, openFiles: Int = raiseLimit()) -> (limit: Int, patience: Int) {
        let possible = max(2, openFiles - ownUse)
        let patience = min(turnedAway, possible / 4)
        return (min(asked, max(1, possible - patience)), patience)
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
