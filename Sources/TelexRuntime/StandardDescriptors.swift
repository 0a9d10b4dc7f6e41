#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The standard input, output and error.
public enum StandardDescriptors {
    /// Opens those that are closed, as after `<&-` in a shell, so that no file or pipe of ours gets their numbers and is
    /// taken for them. Reading the input and writing the output then still fail; errors go nowhere. Call this first.
    public static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is used (open(2)).
            _ = open("/dev/null", mode)
        }
    }
}
