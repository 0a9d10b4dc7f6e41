import Foundation
import Testing

@testable import TelexRuntime

@Suite final class WholeFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func replacesAFileAndKeepsItsMode() throws {
        let path = "\(folder)/file"
        try WholeFile(path).replace(Array("one".utf8), isPrivate: false)
        #expect(mode(path) == 0o600)
        chmod(path, 0o644)
        try WholeFile(path).replace(Array("two".utf8), isPrivate: false)
        #expect(try WholeFile(path).read(atMost: 3) == Array("two".utf8))
        #expect(mode(path) == 0o644)
        try WholeFile(path).replace([], isPrivate: true)
        #expect(mode(path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    }

    @Test func createsAFileUnlessItExists() throws {
        let path = "\(folder)/file"
        #expect(try WholeFile(path).create(Array("one".utf8)))
        #expect(try !WholeFile(path).create(Array("two".utf8)))
        #expect(try WholeFile(path).read(atMost: 3) == Array("one".utf8))
        #expect(mode(path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        #expect(throws: FileFailure(ENOENT)) { try WholeFile("\(folder)/missing/file").create([]) }
    }

    @Test func replacesTheFileThatALinkPointsTo() throws {
        try WholeFile("\(folder)/file").replace(Array("one".utf8), isPrivate: true)
        symlink("file", "\(folder)/link")
        try WholeFile("\(folder)/link").replace(Array("two".utf8), isPrivate: true)
        #expect(try WholeFile("\(folder)/file").read(atMost: 3) == Array("two".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "file")
    }

    @Test func leavesALinkThatLeadsNowhere() throws {
        symlink("missing", "\(folder)/link")
        symlink("loop", "\(folder)/loop")
        #expect(throws: FileFailure(ENOENT)) { try WholeFile("\(folder)/link").replace([1], isPrivate: true) }
        #expect(throws: FileFailure(ELOOP)) { try WholeFile("\(folder)/loop").replace([1], isPrivate: true) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "loop"])
    }

    @Test(arguments: ["fifo", "folder", "missing/file"])
    func leavesWhatIsNotAFileAlone(name: String) throws {
        mkfifo("\(folder)/fifo", 0o600)
        mkdir("\(folder)/folder", 0o700)
        let path = "\(folder)/\(name)"
        let reason =
            switch name {
            case "fifo": "it is not a regular file"
            case "folder": "is a directory"
            default: "no such file or directory"
            }
        #expect(throws: FileFailure(reason: reason)) { try WholeFile(path).read(atMost: 10) }
        #expect(throws: FileFailure(reason: reason)) { try WholeFile(path).replace([1], isPrivate: false) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["fifo", "folder"])
    }

    @Test func doesNotReadDevicesOrLargeFiles() throws {
        #expect(throws: FileFailure(reason: "it is not a regular file")) { try WholeFile("/dev/zero").read(atMost: 10) }
        let path = "\(folder)/large"
        try WholeFile(path).replace([UInt8](repeating: 0, count: (1 << 20) + 1), isPrivate: true)
        #expect(throws: FileFailure(reason: "the file is larger than 1 MiB")) {
            try WholeFile(path).read(atMost: 1 << 20)
        }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}
