import Foundation
import Testing

@testable import TelexTerminal

/// Tests paths in the arguments of commands.
@Suite struct FilePathTests {
    @Test(arguments: [
        ("/a b", "/a b"), ("\"/a b\"", "/a b"), ("'/a'", "/a"), ("~/a", "/home/ada/a"), ("'~/a b'", "/home/ada/a b"),
        ("/a'", "/a'"), ("\"/a'", "\"/a'"),
    ])
    func readsAWholeArgument(argument: String, path: String) {
        let expected = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        #expect(FilePath.whole(argument, home: "/home/ada") == expected)
    }

    @Test(arguments: [
        ("/nowhere/a /nowhere/b", "/nowhere/a"), ("/nowhere/a", nil), ("/nowhere/a the harbour", nil),
        ("a /nowhere/b", nil),
        ("", nil),
    ])
    func findsThePathWithoutAFile(text: String, missing: String?) { #expect(FilePath.missing(text) == missing) }
}
