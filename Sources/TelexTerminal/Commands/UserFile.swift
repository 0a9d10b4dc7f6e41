import Foundation
import TelexRuntime

/// A file that the user names in a command.
struct UserFile {
    /// The largest file that is read, in bytes.
    private static let largest = 64 << 20

    /// The path as it was typed.
    private let typed: String

    init(_ typed: String) { self.typed = typed }

    /// Reads the file as UTF-8 text.
    ///
    /// - Throws: `Complaint.unreadable` with the reason.
    func read() throws(Complaint) -> String {
        let bytes: [UInt8]
        do { bytes = try file.read(atMost: Self.largest) } catch { throw .unreadable(typed, error.reason) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(typed, "the file is not UTF-8 text")
        }
        return text
    }

    /// Overwrites the file atomically.
    ///
    /// - Throws: `Complaint.unwritable` with the reason.
    func write(_ text: String) throws(Complaint) {
        do { try file.replace(Array(text.utf8), isPrivate: false) } catch { throw .unwritable(typed, error.reason) }
    }

    private var file: WholeFile { WholeFile(NSString(string: typed).expandingTildeInPath) }
}
