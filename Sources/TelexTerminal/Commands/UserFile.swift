import Foundation
import TelexRuntime

/// A file that the user names in a command.
struct UserFile {
    /// The path as it was typed.
    private let typed: String

    init(_ typed: String) { self.typed = typed }

    /// Reads the file as UTF-8 text.
    ///
    /// - Throws: `Complaint.unreadable` with the reason.
    func read() throws(Complaint) -> String {
        let data: Data
        do { data = try Data(contentsOf: url) } catch { throw .unreadable(typed, FileFailure.reason(error, at: url)) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .unreadable(typed, "the file is not UTF-8 text")
        }
        return text
    }

    /// Overwrites the file atomically.
    ///
    /// - Throws: `Complaint.unwritable` with the reason.
    func write(_ text: String) throws(Complaint) {
        do { try Data(text.utf8).write(to: url, options: .atomic) } catch {
            throw .unwritable(typed, FileFailure.reason(error, at: url))
        }
    }

    private var url: URL { URL(fileURLWithPath: NSString(string: typed).expandingTildeInPath) }
}
