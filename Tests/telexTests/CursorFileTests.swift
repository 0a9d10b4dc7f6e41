import Foundation
import TelexCore
import TelexStorage
import Testing

@testable import telex

/// The position that `--cursor` keeps.
@Suite final class CursorFileTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private var profile: Profile { Profile(name: "work", environment: ["XDG_DATA_HOME": home]) }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    @Test func keepsThePosition() throws {
        let cursor = InboxCursor(store: "s", arrival: 7)
        #expect(try CursorFile(profile, "log").read() == nil)
        try CursorFile(profile, "log").write(cursor)
        #expect(try CursorFile(profile, "log").read() == cursor)
    }

    /// A file lock belongs to what has opened the file, so it also keeps this process out.
    @Test func onlyOneUsesIt() throws {
        let first = try CursorFile(profile, "log")
        let refusal = #expect(throws: CommandError.self) { try CursorFile(self.profile, "log") }
        #expect(refusal?.exitCode == .unavailable)
        #expect(
            refusal?.sentence
                == "The cursor \"log\" is in use by process \(getpid()). Stop that one first, or choose another name.")
        // A cursor may have the name of a lock.
        try CursorFile(profile, "log.lock").write(.start)
        #expect(throws: CommandError.self) { try CursorFile(self.profile, "log") }
        try first.write(.start)
        #expect(throws: Never.self) { try CursorFile(self.profile, "other") }
    }
}
