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
}
