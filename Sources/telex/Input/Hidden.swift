import Foundation
import TelexRuntime

/// Reads secrets from the terminal.
enum Hidden {
    /// Reads a line without echo.
    static func line() -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return readLine() }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
            FileOutput.warn("\n")
        }
        return readLine()
    }
}
