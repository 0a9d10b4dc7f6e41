import Foundation
import Testing

@testable import TelexRuntime

@Suite struct WorkingDirectoryTests {
    /// A link in the path may lead elsewhere, so `..` is left to the system.
    @Test(arguments: [
        ("../a", "/../a"), ("a/../../b", "/a/../../b"), ("..", "/.."), (".", ""), ("./", ""), (".//./a", "/a"),
        ("a b/", "/a b/"),
        (".a", "/.a"), ("..a", "/..a"),
    ])
    func beginsRelativePathsHere(path: String, end: String) {
        #expect(WorkingDirectory.absolute(path) == FileManager.default.currentDirectoryPath + end)
    }

    @Test(arguments: ["/a/../b", "/", ""]) func leavesOthersAlone(path: String) {
        #expect(WorkingDirectory.absolute(path) == path)
    }
}
