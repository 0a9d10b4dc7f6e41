import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns the signals that ask for the end into mail, and has writing to a closed pipe fail rather than kill.
public final class Signals {
    private var sources: [any DispatchSourceSignal] = []

    /// - Parameter numbers: the signals to catch.
    public init<Line>(_ numbers: [CInt], for inbox: Inbox<Line>) {
        signal(SIGPIPE, SIG_IGN)
        for number in numbers {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { inbox.interrupt(number) }
            source.resume()
            sources.append(source)
        }
    }

    /// Ends the process as the signal would have.
    public static func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }
}
