import Foundation
import TelexRuntime

/// A file that the user names in a command.
struct UserFile {
    /// The largest file that is read, in bytes.
    private static let largest = 64 << 20

    /// The path as it was typed.
    private let typed: String

    init(_ typed: String) { self.typed = typed }

    /// - Throws: `Complaint.unreadable` with the reason.
    func read() throws(Complaint) -> [UInt8] {
        do { return try file.read(atMost: Self.largest) } catch { throw .unreadable(typed, error.reason) }
    }

    /// Creates the file atomically. Nothing is overwritten.
    ///
    /// - Throws: `Complaint.unwritable` with the reason.
    func write(_ text: String) throws(Complaint) {
        do throws(FileFailure) {
            if try file.create(Array(text.utf8)) { return }
        } catch {
            throw .unwritable(typed, error.reason)
        }
        throw .unwritable(typed, "it exists already")
    }

    private var file: WholeFile { WholeFile(Self.path(typed, Self.home)) }

    /// The value of `$HOME`.
    static var home: String? { ProcessInfo.processInfo.environment["HOME"] }

    /// The path with the home folder in place of a `~` at its beginning.
    ///
    /// - Parameter home: the value of `$HOME`.
    static func path(_ typed: String, _ home: String?) -> String {
        guard typed == "~" || typed.hasPrefix("~/"), let home, !home.isEmpty else { return typed }
        return home + typed.dropFirst()
    }
}
