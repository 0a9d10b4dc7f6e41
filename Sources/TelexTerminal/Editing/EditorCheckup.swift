import CEditLine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a line editor would find here; nothing on the terminal is changed by looking.
package enum EditorCheckup {
    /// What has become of libedit.
    package enum Editor: Hashable, Sendable {
        /// - Parameter complaint: what it says against `~/.editrc`.
        case works(complaint: String?)
        case fails
    }

    /// The version of libedit's interface, by its header.
    package static let version = "\(LIBEDIT_MAJOR).\(LIBEDIT_MINOR)"

    /// The terminal's size; `nil` if it tells none.
    package static var size: (columns: Int, rows: Int)? { EditorThread.size }

    /// The character set of the locale that the environment asks for; `nil` if that locale is not installed.
    package static var codeset: String? {
        var name = [CChar](repeating: 0, count: 64)
        guard cel_codeset(&name, name.count) else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Makes an editor, and lets it go.
    package static func editor() -> Editor {
        var nobody = 0
        return withUnsafeMutablePointer(to: &nobody) { context in
            guard let line = EditLine(terminal: STDIN_FILENO, context: context, readKey: { _, _ in -1 }) else {
                return .fails
            }
            return .works(complaint: line.complaint)
        }
    }
}
