import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns the signals that ask for the end into mail, and has writing fail, rather than kill, where a pipe is closed or a
/// file may not grow.
///
/// The signals are blocked and waited for by a thread of their own (sigwait(3)), so none is lost from here on. To be
/// called before other threads are made, for they inherit what is blocked.
public enum Signals {
    /// How long the end in good order may take, in seconds. A second signal ends it at once.
    private static let patience: TimeInterval = 3

    /// - Parameter parting: called before the process is ended without ceremony, from another thread.
    public static func deliver<Line>(
        _ numbers: [CInt], to mailbox: Mailbox<Line>, parting: @escaping @Sendable () -> Void = {}
    ) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let set = set(of: numbers)
        block(set, SIG_BLOCK)
        let thread = Thread {
            var set = set
            var number: CInt = 0
            sigwait(&set, &number)
            mailbox.interrupt(number)
            // Whoever is stuck, in writing to somebody who does not read, say, goes without ceremony.
            let last = number
            let watch = Thread {
                Thread.sleep(forTimeInterval: patience)
                parting()
                end(by: last)
            }
            watch.stackSize = 1 << 19
            watch.start()
            sigwait(&set, &number)
            parting()
            end(by: number)
        }
        thread.stackSize = 1 << 19
        thread.start()
    }

    /// Ends the process as the signal would have.
    public static func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        block(set(of: [number]), SIG_UNBLOCK)
        raise(number)
        exit(128 + number)
    }

    private static func set(of numbers: [CInt]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private static func block(_ set: sigset_t, _ how: CInt) {
        var set = set
        pthread_sigmask(how, &set, nil)
    }
}
