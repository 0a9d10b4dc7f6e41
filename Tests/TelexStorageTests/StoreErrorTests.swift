import Foundation
import GRDB
import Testing

@testable import TelexStorage

@Suite struct StoreErrorTests {
    @Test(arguments: [
        (
            StoreError.locked(path: "p", process: 7),
            "The profile in p is in use by process 7. Stop that one first, or choose another profile with --profile."
        ),
        (
            .locked(path: "p", process: nil),
            "The profile in p is in use by another process. Stop that one first, or choose another profile with --profile."
        ),
        (
            .corrupt(path: "p"),
            "The store p is damaged, or is not a Telex store. It is unchanged. Export what can be read with telex export FILE --store p, move the store away, and import FILE with telex import FILE --store p."
        ),
        (
            .older(path: "p"),
            "The store p was written by an older Telex and was left unchanged. Export it with the older version (telex export FILE --store p), move it away, and import the file with this one (telex import FILE --store p)."
        ),
        (
            .newer(path: "p"),
            "The store p was written by a newer Telex and was left unchanged. Use the newer version, or export what this version understands with telex export FILE --store p."
        ),
        (
            .damaged(path: "p"),
            "the store p is damaged. Quit Telex, export what can be read with telex export FILE --store p, move the store away, and import FILE with telex import FILE --store p."
        ),
        (
            .replaced(path: "p"),
            "the store p was moved, replaced or deleted while Telex was running. Put the file back, or restart Telex with the new one."
        ),
        (.full(path: "p"), "The disk of the store p is full. Free some space, then try again."),
        (.missing(path: "p"), "There is no store p. Name a profile with --profile, or a file with --store."),
        (
            .unreadable(path: "p"),
            "Nothing in the store p can be read: it is damaged from the start, or is not a Telex store. It is unchanged. Move it away to start with an empty one, or restore it from a backup."
        ),
        (
            .notMade(path: "p", reason: "r"),
            "Cannot create p: r. Choose another name; existing files are never overwritten."
        ),
        (
            .taken("m", in: "ada"),
            "Cannot import \"m\" into the chat \"ada\": another message already has its position. The export has other chats. Import it into a separate profile, with --profile NAME."
        ),
        (
            .notCopied(path: "p", folder: "f", reason: "r"),
            "Cannot read the store p where it is, and cannot copy it to f: r. Set TMPDIR to a folder that you can write to."
        ),
        (
            .inaccessible(path: "p", reason: "r"),
            "Cannot open the store p: r. Check the path and its permissions."
        ),
        (
            .notWritten(reason: "r"),
            "nothing could be written: r. Free some disk space or check the permissions, then restart."
        ),
    ])
    func saysWhatToDo(error: StoreError, sentence: String) { #expect(error.description == sentence) }

    @Test(arguments: [
        ("/home/ada/.local/share/telex/default/telex.sqlite", ""), ("/x/telex/work/telex.sqlite", " --profile work"),
        ("/x/telex/work/other.sqlite", " --store /x/telex/work/other.sqlite"),
        ("chats.sqlite", " --store chats.sqlite"),
    ])
    func namesTheWholeCommand(path: String, option: String) {
        #expect(StoreError.newer(path: path).description.hasSuffix("telex export FILE\(option)."))
    }

    @Test(arguments: [
        (ResultCode.SQLITE_FULL, StoreError.full(path: "p")), (.SQLITE_IOERR_SHMSIZE, .full(path: "p")),
        (.SQLITE_CORRUPT, .corrupt(path: "p")), (.SQLITE_NOTADB, .corrupt(path: "p")),
        (.SQLITE_ERROR, .corrupt(path: "p")), (.SQLITE_IOERR_READ, .corrupt(path: "p")),
        (.SQLITE_BUSY, .inaccessible(path: "p", reason: "why")),
    ])
    func tellsAFullDiskFromDamage(code: ResultCode, error: StoreError) {
        #expect(throws: error) {
            try StoreError.opening("p") { throw DatabaseError(resultCode: code, message: "why") }
        }
        let reading: StoreError = error == .corrupt(path: "p") ? .unreadable(path: "p") : error
        #expect(
            StoreError.reading(DatabaseError(resultCode: code, message: "why"), "p") == reading)
    }

    /// SQLite does not follow the link that has the place of the file in shared memory.
    @Test func readsACopyIfNothingCanBeWrittenBesideTheStore() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("blocked-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("store").path
        let other = folder.appendingPathComponent("made").path
        try SQLiteStore(path: other, durability: .normal).close()
        try FileManager.default.moveItem(atPath: other, toPath: path)
        try FileManager.default.createSymbolicLink(atPath: path + "-shm", withDestinationPath: "none")
        let count = try StoreReader(path, copyingTo: folder).read { try ChatRecord.all($0).count }
        #expect(count == 0)
        let error = StoreError.notCopied(path: path, folder: path, reason: "Not a directory")
        #expect(throws: error) { _ = try StoreReader(path, copyingTo: URL(filePath: path)) }
    }

    /// A copy of nothing is an empty store, which hides that there is none.
    @Test func readsNoCopyUnlessItMay() {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("none-\(UUID())/store").path
        #expect(throws: StoreError.self) { try StoreReader.readable(path, mayCopy: false) { _ in 1 } }
    }
}
