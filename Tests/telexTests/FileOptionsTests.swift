import ArgumentParser
import Foundation
import Testing

@testable import telex

@Suite struct FileOptionsTests {
    @Test(
        arguments: [
            ("0", 0), ("812", 812), ("812B", 812), ("500kB", 500_000), ("500 KB", 500_000), ("1.5GB", 1_500_000_000),
            (" 1.5 gb ", 1_500_000_000), ("0.001kB", 1), ("9000000TB", 9_000_000_000_000_000_000),
            ("123456789", 123_456_789),
        ] as [(String, Int64)])
    func readsSizes(text: String, bytes: Int64) throws {
        #expect(try ByteCount(option: text).bytes == bytes)
    }

    @Test(arguments: [
        "", " ", "GB", "1.5", "1.5B", ".5GB", "1.GB", "1.5.5GB", "-1GB", "1,5GB", "1GiB", "1G", "1 0MB", "1e3MB", "inf",
        "9999999999TB", "0000000000000000001MB", "\u{0661}MB",
    ])
    func namesTheFormsOfSizes(text: String) throws {
        let error = try #require(throws: ValidationError.self) { try ByteCount(option: text) }
        #expect(
            error.message
                == "\"\(text)\" is not a size. Write a number with B, kB, MB, GB or TB, such as 500MB or 1.5GB.")
    }

    @Test(
        arguments: [
            ("ask", .ask), ("Never", .never), (" ASK ", .ask), ("under 1MB", .under(1_000_000)),
            ("Under 1MB", .under(1_000_000)), ("under1.5 mb", .under(1_500_000)), ("UNDER 0", .under(0)),
        ] as [(String, FetchPolicy)])
    func readsPolicies(text: String, policy: FetchPolicy) throws {
        #expect(try FetchPolicy(option: text) == policy)
    }

    @Test(arguments: ["", "always", "under", "under much", "1MB", "askk", "over 1MB"])
    func namesTheFormsOfPolicies(text: String) throws {
        let error = try #require(throws: ValidationError.self) { try FetchPolicy(option: text) }
        #expect(
            error.message
                == "\"\(text)\" is not a policy. Write ask, never, or under and a size with B, kB, MB, GB or TB, such as "
                + "\"under 1.5MB\".")
    }

    @Test func refusesEmptyPaths() throws {
        let send = try #require(throws: (any Error).self) { try SendCommand.parse(["ada", "--file", ""]) }
        #expect(SendCommand.message(for: send) == "The path of --file is empty. Write the path of a file.")
        let save = try #require(throws: (any Error).self) { try SaveCommand.parse(["ada", "m1", ""]) }
        #expect(SaveCommand.message(for: save).hasPrefix("The path is empty."))
        for error in [send, save] { #expect(SendCommand.exitCode(for: error) == .validationFailure) }
    }

    @Test(
        arguments: [
            ("a.txt", nil, nil), ("a.txt", "b.txt", nil), (".bashrc", nil, "bashrc"), (".bashrc", "b.txt", nil),
            ("a.txt", "../../x", "x"), ("a.txt", "folder/x", "x"), ("a.txt", "a:b", "a_b"), ("a.txt", "x/", "x"),
            ("-", ".bashrc", "bashrc"),
        ] as [(String, String?, String?)])
    func tellsThatAFileGoesUnderAnotherName(path: String, name: String?, changed: String?) throws {
        let arguments = ["ada", "--file", path] + (name.map { ["--name", $0] } ?? [])
        #expect(try SendCommand.parse(arguments).message.changedName == changed)
    }

    /// The configuration file reads them in the same way.
    @Test func aFileCanHaveThem() throws {
        let options = try SessionOptions.parse(["--fetch=Under 1MB", "--keep-files=1.5 GB"])
        #expect(options.files.fetch == .under(1_000_000) && options.files.room.keepFiles.bytes == 1_500_000_000)
        let standard = try SessionOptions.parse([])
        #expect(standard.files.fetch == .ask && standard.files.room.keepFiles.bytes == 1_000_000_000)
        let error = try #require(throws: (any Error).self) { try SessionOptions.parse(["--keep-files", "much"]) }
        #expect(SessionOptions.message(for: error).contains("such as 500MB or 1.5GB"))
    }
}
