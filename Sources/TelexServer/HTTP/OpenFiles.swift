import Foundation

/// How many files and sockets the system lets the process have open.
package enum OpenFiles {
    /// What the process needs beside its connections: its file, its log, event loops, connections on their way out.
    static let ownUse = 320

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
