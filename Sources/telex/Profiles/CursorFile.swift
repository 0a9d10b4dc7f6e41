import ArgumentParser
import Foundation
import TelexCore
import TelexStorage

/// A position in the inbox that a profile keeps under a name, for a script that runs again and again.
struct CursorFile: Sendable {
    let name: String
    private let file: ProfileFile
    /// Keeps other processes from moving the position.
    private let lock: StoreLock

    /// - Throws: `CommandError` if another process uses the position.
    init(_ profile: Profile, _ name: String) throws {
        self.name = name
        file = ProfileFile(profile, "cursors/\(name)")
        do { lock = try file.lock() } catch {
            guard case .locked(_, let process) = error else { throw error }
            let user = process.map { "process \($0)" } ?? "another process"
            throw CommandError(
                "The cursor \"\(name)\" is in use by \(user). Stop that one first, or choose another name.",
                .unavailable)
        }
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

/// The option that keeps a position in the inbox.
struct CursorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Go on where the last call with this name ended; --since is for the first.", valueName: "name"))
    var cursor: String?

    func validate() throws {
        if let cursor, !Profile.isName(cursor) {
            throw ValidationError(
                "\"\(cursor)\" is not a valid name of a cursor. Use up to 64 letters, digits, '-', '_' and '.'.")
        }
    }

    /// The file with the position, which no other process can use until this one ends; `nil` if none is kept.
    func file(_ choice: ProfileOptions) throws -> CursorFile? {
        guard let cursor else { return nil }
        try choice.findFolder()
        return try CursorFile(choice.place, cursor)
    }
}
