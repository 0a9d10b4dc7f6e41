import Foundation
import TelexRuntime

/// Stops what this process is doing when a signal comes.
final class Interruption: @unchecked Sendable {  // `lock` guards everything
    private let lock = NSLock()
    private var signal: CInt?
    private var stop: (CInt) -> Void = { _ in }
    private var discard: () -> Bool = { false }
    private var prepare: (CInt) -> Void = { _ in }
    private let pass: @Sendable (CInt) -> Void

    /// Create it before any other thread is started; see `Signals`.
    ///
    /// - Parameters:
    ///   - parting: called on another thread before a process that is stuck is killed.
    ///   - pass: called on another thread with the signal, before the work is stopped.
    init(parting: @escaping @Sendable () -> Void = {}, pass: @escaping @Sendable (CInt) -> Void = { _ in }) {
        self.pass = pass
        Signals.deliver([SIGTERM, SIGINT, SIGHUP], parting: parting, unless: { self.isDiscarding($0) }) {
            self.handle($0)
        }
    }

    /// Sets what Ctrl-C does in place of stopping the work; it returns whether it does.
    func discards(_ discard: @escaping () -> Bool) { lock.withLock { self.discard = discard } }

    /// Sets what is done with a signal before the work is stopped. It must end soon.
    func prepares(_ prepare: @escaping (CInt) -> Void) { lock.withLock { self.prepare = prepare } }

    private func isDiscarding(_ number: CInt) -> Bool { number == SIGINT && lock.withLock { discard() } }

    /// The signal that has come; `nil` if none has.
    var number: CInt? { lock.withLock { signal } }

    /// Stops the work as a signal does.
    func handle(_ number: CInt) {
        lock.withLock {
            signal = number
            prepare(number)
            pass(number)
            stop(number)
        }
    }

    /// Sets what stops the work from now on. It is called at once if a signal has come.
    func stops(_ stop: @escaping (CInt) -> Void) {
        lock.withLock {
            self.stop = stop
            if let signal { stop(signal) }
        }
    }
}
