import CEditLine
import Foundation

/// Checks whether a line editor works here, without changing the terminal.
package enum EditorCheckup {
    /// Whether libedit works.
    package enum Editor: Hashable, Sendable {
        /// - Parameter complaint: the error that it reports in `~/.editrc`.
        case works(complaint: String?)
        case fails
    }

    /// The version of libedit's interface, from its header.
    package static let version = "\(LIBEDIT_MAJOR).\(LIBEDIT_MINOR)"

    /// The terminal's size; `nil` if it reports none.
    package static var size: ScreenSize? { EditorThread.size(of: STDOUT_FILENO) }

    /// The character set of the locale that the environment asks for; `nil` if that locale is not installed.
    package static var codeset: String? {
        var name = [CChar](repeating: 0, count: 64)
        guard cel_codeset(&name, name.count) else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Creates an editor and closes it, to see whether libedit works.
    package static func editor(_ environment: [String: String]) -> Editor {
        var nobody = 0
        return withUnsafeMutablePointer(to: &nobody) { context in
            let editrc = LineEditor.Options.editrc(in: environment)
            guard
                let line = EditLine(
                    terminal: STDIN_FILENO, editrc: editrc, context: context, readKey: { _, _ in -1 })
            else { return .fails }
            return .works(complaint: line.complaint)
        }
    }
}
