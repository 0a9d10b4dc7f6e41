import Foundation
import TelexCore
import Testing

@testable import TelexFiles

/// Tests what is said of a folder of files.
@Suite struct FolderCheckupTests {
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID())").path

        init() { mkdir(path, 0o700) }

        deinit {
            chmod(path, 0o700)
            try? FileManager.default.removeItem(atPath: path)
        }

        func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
            #expect(chmod("\(path)/\(name)", mode) == 0)
        }

        /// Checks that this changes nothing.
        func checkup(_ files: MessageFile..., hashing limit: Int64 = 100) -> (FolderCheckup, FolderCheckup.Contents) {
            let names = { try? FileManager.default.contentsOfDirectory(atPath: self.path).sorted() }
            let before = names()
            var checkup = FolderCheckup(path)
            for file in files { checkup.note(file) }
            let contents = checkup.contents(hashing: limit)
            #expect(names() == before)
            return (checkup, contents)
        }
    }

    /// The SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    private static func id(_ digit: Character) -> String { String(repeating: digit, count: 64) }

    private func file(_ id: String, count: Int64? = nil, sha256: String? = nil) -> MessageFile {
        MessageFile(id: FileID(id), name: "a", byteCount: count, sha256: sha256)
    }

    @Test func acceptsWhatMessagesPromise() throws {
        let folder = Folder()
        try folder.write("abc", to: Self.abc)
        try folder.write("abcdef", to: Self.id("a"))
        try folder.write("ab", to: Self.id("b") + ".part")
        try folder.write("abc", to: Self.id("c"))
        try folder.write("half", to: FileCopy.prefix + "x")
        let (checkup, contents) = folder.checkup(
            file(Self.abc, count: 3, sha256: Self.abc), file(Self.id("a"), count: 6), file(Self.id("b"), count: 9))
        #expect(checkup.exists && checkup.fault == nil && !checkup.isOpen)
        #expect(checkup.links == [] && checkup.strangers == [] && checkup.others == [])
        var expected = FolderCheckup.Contents()
        (expected.fileCount, expected.byteCount) = (3, 12)
        (expected.partCount, expected.partBytes, expected.hashedCount) = (1, 2, 1)
        #expect(contents == expected)
    }

    @Test func findsContentsThatNoMessagePromises() throws {
        let folder = Folder()
        try folder.write("abd", to: Self.abc)
        try folder.write("abc", to: Self.id("a"))
        try folder.write("abc", to: Self.id("b"))
        let (_, contents) = folder.checkup(
            file(Self.abc, count: 3, sha256: Self.abc), file(Self.id("a"), count: 4),
            // Another message says something else, and is right.
            file(Self.id("b"), count: 4), file(Self.id("b"), count: 3, sha256: Self.abc))
        #expect(contents.damaged == [Self.id("a"), Self.abc] && contents.hashedCount == 2)
    }

    @Test func hashesTheShortestFilesUpToALimit() throws {
        let folder = Folder()
        try folder.write("abc", to: Self.abc)
        try folder.write("abcd", to: Self.id("a"))
        let (_, contents) = folder.checkup(
            file(Self.abc, count: 3, sha256: Self.abc), file(Self.id("a"), count: 4, sha256: Self.id("a")), hashing: 6)
        #expect(contents.damaged == [] && contents.hashedCount == 1 && contents.unhashedCount == 1)
    }

    @Test func findsPartsThatNobodyNeeds() throws {
        let folder = Folder()
        try folder.write("abc", to: Self.abc)
        for name in [Self.abc, Self.id("a"), Self.id("b")] { try folder.write("a", to: name + ".part") }
        let (_, contents) = folder.checkup(file(Self.abc), file(Self.id("a")))
        #expect(contents.partCount == 3 && contents.unneeded == [Self.abc + ".part", Self.id("b") + ".part"])
    }

    @Test func findsWhatIsNotFromTelex() throws {
        let folder = Folder()
        #expect(symlink("/etc/passwd", "\(folder.path)/\(Self.abc)") == 0)
        #expect(mkdir("\(folder.path)/\(Self.id("a"))", 0o700) == 0 && mkfifo("\(folder.path)/fifo", 0o600) == 0)
        for name in ["a", "b", "x.part"] { try folder.write("", to: name) }
        let (checkup, contents) = folder.checkup(file(Self.abc, count: 3, sha256: Self.abc))
        #expect(checkup.links == [Self.abc] && contents == FolderCheckup.Contents())
        #expect(checkup.strangers.count == 5 && checkup.strangers.names == ["a", Self.id("a"), "b"])
    }

    @Test(arguments: [true, false]) func findsWhatOthersCanRead(isFolder: Bool) throws {
        let folder = Folder()
        try folder.write("abc", to: Self.abc, mode: isFolder ? 0o600 : 0o640)
        if isFolder { #expect(chmod(folder.path, 0o701) == 0) }
        #expect(folder.checkup().0.isOpen)
    }

    @Test func followsNoLinkToTheFolder() throws {
        let folder = Folder()
        try folder.write("x", to: "file")
        #expect(symlink(folder.path, "\(folder.path)/link") == 0)
        #expect(FolderCheckup("\(folder.path)/link").fault == .link)
        #expect(FolderCheckup("\(folder.path)/file").fault == .notAFolder)
        #expect(!FolderCheckup("\(folder.path)/none").exists)
    }

    @Test func addsUpFilesWithHoles() throws {
        let folder = Folder()
        for digit in "abc" as String {
            try folder.write("", to: Self.id(digit))
            try folder.write("", to: Self.id(digit) + ".part")
            // Whatever length the file system takes.
            for bits in [62, 60, 43] where truncate("\(folder.path)/\(Self.id(digit))", 1 << bits) == 0 { break }
        }
        let (_, contents) = folder.checkup()
        #expect(contents.fileCount == 3 && contents.byteCount > 0)
    }
}
