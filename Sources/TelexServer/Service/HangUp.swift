import Foundation

/// Tells what SIGHUP means: the terminal has closed, or the operator asks for a reload.
struct HangUp: Sendable {
    private let hadTerminal: Bool
    /// Whether `nohup` started the server.
    private let isIgnored: Bool

    /// Call this before anything handles SIGHUP.
    init() {
        hadTerminal = Self.hasTerminal
        isIgnored = Self.isIgnored(SIGHUP)
    }

    /// Whether a signal is ignored, as in the background jobs of a shell script. Call this before anything handles it.
    static func isIgnored(_ number: CInt) -> Bool {
        let handler = signal(number, SIG_IGN)
        signal(number, handler)
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Whether the terminal that the server runs in has closed. The kernel detaches it before it sends SIGHUP.
    var endsServer: Bool { hadTerminal && !isIgnored && !Self.hasTerminal }

    /// Whether the process has a controlling terminal (tty(4)).
    private static var hasTerminal: Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
