import Foundation

/// How many files and sockets the system lets the process have open.
package enum OpenFiles {
    /// What the process needs beside its connections: its file, its log, event loops.
    private static let ownUse = 48
    /// How many connections it is enough to turn away at a time.
    private static let turnedAway = 256

    /// How many connections there may be, and how many may be turned away at a time, so that a process never has too many
    /// files open.
    static func connections(_ asked: Int) -> (limit: Int, patience: Int) {
        let possible = max(2, raiseLimit() - ownUse)
        let patience = min(turnedAway, possible / 4)
        return (min(asked, max(1, possible - patience)), patience)
    }

    /// Raises the limit as far as the system lets it be raised (getrlimit(2)).
    ///
    /// - Returns: the limit.
    @discardableResult
    package static func raiseLimit() -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        // What is unlimited is not: beyond this, macOS refuses.
        limit.rlim_cur = min(limit.rlim_max, 1 << 20)
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
