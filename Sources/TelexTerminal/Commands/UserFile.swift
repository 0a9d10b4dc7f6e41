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

    /// Overwrites the file atomically.
    ///
    /// - Throws: `Complaint.unwritable` with the reason.
    func write(_ text: String) throws(Complaint) {
        do { try file.replace(Array(text.utf8), isPrivate: false) } catch { throw .unwritable(typed, error.reason) }
    }

    private var file: WholeFile { WholeFile(NSString(string: typed).expandingTildeInPath) }
}
