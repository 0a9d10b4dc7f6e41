import Foundation

/// What the system says about a process.
public enum ProcessState {
    /// Whether a signal has stopped the process (proc(5)), as Ctrl-Z does; `false` if the system does not say.
    public static func isStopped(_ process: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            // The name before it can contain parentheses.
            let state = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst().first
        else { return false }
        return state == "T" || state == "t"
    }
}
