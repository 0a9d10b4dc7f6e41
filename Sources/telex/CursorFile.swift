import ArgumentParser
import Foundation
import TelexCore
import TelexStorage

/// A position in the inbox that a profile keeps under a name, for a script that runs again and again.
struct CursorFile: Sendable {
    let name: String
    private let file: ProfileFile

    init(_ profile: Profile, _ name: String) {
        self.name = name
        file = ProfileFile(profile, "cursors/\(name)")
    }

    /// Returns the position; `nil` if none was kept.
    func read() throws(CommandError) -> InboxCursor? {
        guard let bytes = file.read() else { return nil }
        guard let cursor = InboxCursor(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)) else {
            throw CommandError("\(file.path) has no cursor. Remove it to begin with new messages.", .data)
        }
        return cursor
    }

    /// Replaces the position.
    func write(_ cursor: InboxCursor) throws(StoreError) { try file.write(Array("\(cursor.text)\n".utf8)) }
}
