import Foundation

/// Delivers termination signals. Writing to a closed pipe, or beyond the file size limit, fails instead of
/// killing the process.
///
/// The signals are blocked, and a thread of its own waits for them (sigwait(3)), so none is lost from here on. Call
/// this before any other thread is started, since threads inherit the blocked signals. A signal that was ignored when
/// the process started stays ignored, as nohup(1) and the background jobs of a shell script need it.
public enum Signals {
    /// The maximum time for an orderly shutdown, in seconds. A second signal ends the process immediately.
    private static let patience: TimeInterval = 3

    /// - Parameters:
    ///   - parting: called on another thread before the process is killed.
    ///   - isHarmless: whether a signal does not end the process; called on another thread.
    ///   - take: called on another thread with the first signal that ends the process.
    public static func deliver(
        _ numbers: [CInt], parting: @escaping @Sendable () -> Void = {},
        unless isHarmless: @escaping @Sendable (CInt) -> Bool = { _ in false },
        to take: @escaping @Sendable (CInt) -> Void
    ) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let numbers = numbers.filter { !isIgnored($0) }
        if numbers.isEmpty { return }
        let set = set(of: numbers)
        block(set, SIG_BLOCK)
        Thread.launch {
            var set = set
            var number: CInt = 0
            repeat { sigwait(&set, &number) } while isHarmless(number)
            take(number)
            // Kills a process that is stuck, for example in a write to a reader that does not read.
            let last = number
            Thread.launch {
                Thread.sleep(forTimeInterval: patience)
                parting()
                end(by: last)
            }
            sigwait(&set, &number)
            parting()
            end(by: number)
        }
    }

    /// Ends the process with the default action of the signal.
    public static func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        block(set(of: [number]), SIG_UNBLOCK)
        raise(number)
        exit(128 + number)
    }

    private static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if os(Linux)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
