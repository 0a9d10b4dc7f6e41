import Foundation
import Testing

@testable import TelexRuntime

/// Paths that need not be texts.
@Suite struct PathBytesTests {
    @Test(arguments: [
        ("a", ".", "a"), ("/a", "/", "a"), ("/a/b", "/a", "b"), ("/a/", "/a", ""), ("//a", "/", "a"),
        ("a/..", "a", ".."),
    ])
    func haveAFolderAndAName(path: String, folder: String, name: String) {
        let parts = PathBytes(path).parts
        #expect(parts.folder.text == folder && parts.name.text == name)
    }

    @Test func areAbsoluteFromTheWorkingDirectoryOn() {
        let current = FileManager.default.currentDirectoryPath
        #expect(PathBytes("a").absolute == PathBytes(current).appending(PathBytes("a")))
        #expect(PathBytes("././/a").absolute == PathBytes(current).appending(PathBytes("a")))
        #expect(PathBytes(".").absolute == PathBytes(current) && PathBytes("./").absolute == PathBytes(current))
        #expect(PathBytes("/a/../b").absolute.text == "/a/../b" && PathBytes("").absolute.text == "")
    }

    @Test func keepBytesThatAreNoText() {
        let path = PathBytes(bytes: [0x61, 0xE9])
        #expect(!path.isText && path.text == "a\u{FFFD}" && path.absolute.parts.name == path)
        #expect(path.withPointer { strlen($0) } == 2)
    }
}
