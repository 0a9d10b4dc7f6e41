import Foundation

/// What the system says about a process.
public enum ProcessState {
    /// Whether a signal has stopped the process (proc(5)), as Ctrl-Z does; `false` if the system does not say.
    public static func isStopped(_ process: Int32) -> Bool {
        let state = state(of: process)
        return state == "T" || state == "t"
    }

    /// Whether the process has ended; its parent need not know it yet.
    public static func isGone(_ process: Int32) -> Bool {
        kill(process, 0) == -1 && errno == ESRCH || state(of: process) == "Z"
    }

    /// The name of the process (proc(5)); `nil` if the system does not say.
    public static func name(of process: Int32) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8) else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private static func state(of process: Int32) -> Substring? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        // The name before it can contain parentheses.
        return text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst().first
    }
}
