import ArgumentParser
import TelexRuntime
import TelexWire

extension SessionLoop.Ending {
    /// Why the lines end.
    ///
    /// - Parameter isInteractive: whether a person has ended the input.
    func bye(isInteractive: Bool = false) -> OutLine.Bye {
        switch self {
        case .ended(isDone: true): isInteractive ? .quit : .eof
        case .ended(isDone: false): .drainExpired
        case .signal: .signal
        case .failed: .inputFailed
        }
    }

    /// Ends the command as its session has ended.
    func conclude() throws {
        switch self {
        case .ended(isDone: true): break
        case .ended(isDone: false): throw ExitCode.unfinished
        case .signal(let number): Signals.end(by: number)
        case .failed(let failure): throw failure
        }
    }
}
