import Foundation

/// The standard input, output and error.
public enum StandardDescriptors {
    /// Opens those that are closed, for example by `<&-` in a shell. Otherwise the next file or pipe that Telex opens
    /// would get that number and be mistaken for it. Reading the input and writing the output still fail, and errors are
    /// discarded. Call this first.
    public static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is used (open(2)).
            _ = open("/dev/null", mode)
        }
    }

    /// Raises the limit of open files and sockets, if it is lower than that (getrlimit(2)). Libraries end the process when
    /// it is reached.
    ///
    /// - Returns: the limit.
    public static func raiseLimit(to count: Int) -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < count else { return count }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(limit.rlim_cur)
    }
}
