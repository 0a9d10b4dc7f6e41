import Foundation
import TelexCore
import TelexRuntime
import TelexStorage

/// A position in the inbox that a profile keeps under a name, for a script that runs again and again.
struct CursorFile: Sendable {
    private let path: String

    init(_ profile: Profile, _ name: String) { path = "\(profile.folder)/cursors/\(name)" }

    /// Returns the position; `nil` if none was kept.
    func read() throws(CommandError) -> InboxCursor? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let bytes = try? WholeFile(path).read(atMost: 1 << 20),
            let cursor = InboxCursor(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines))
        else { throw CommandError("\(path) has no cursor. Remove it to begin with new messages.", .data) }
        return cursor
    }

    /// Replaces the position.
    func write(_ cursor: InboxCursor) throws(StoreError) {
        let file = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try WholeFile(path).replace(Array("\(cursor.text)\n".utf8), isPrivate: true)
        } catch {
            throw .inaccessible(path: path, reason: (error as? FileFailure)?.reason ?? error.localizedDescription)
        }
    }
}
