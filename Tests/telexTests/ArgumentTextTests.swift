import ArgumentParser
import Testing

@testable import TelexRuntime
@testable import telex

/// Arguments that are not UTF-8.
@Suite struct ArgumentTextTests {
    private static let arguments: [[UInt8]] = [
        [], Array("plain".utf8), Array("é 👍 \u{FFFD}".utf8), [0xE9], [0x61, 0xE9, 0x62], [0xC3], [0xED, 0xA0, 0x80],
        [0xFF, 0xFE],
        // The characters that stand for bytes are bytes themselves.
        Array("\u{10FFE9}\u{10FF80}".utf8), [0xF4, 0x8F, 0xBF],
    ]

    @Test(arguments: arguments) func keepTheirBytes(bytes: [UInt8]) {
        let text = ArgumentText.text(bytes)
        #expect(ArgumentText.bytes(text) == bytes)
        #expect(PathArgument(argument: text).path.bytes == bytes)
    }

    @Test func areShownWithTheirBytes() {
        #expect(
            ArgumentText.shown(ArgumentText.text([0x63, 0xE9, 0x21])) == "c\\xE9!" && ArgumentText.shown("é") == "é")
        let path = PathBytes(bytes: [0x63, 0xE9])
        #expect(path.shown == "c\\xE9" && "Cannot send \(path.text): no.".naming(path) == "Cannot send c\\xE9: no.")
        #expect(NotText(argument: ArgumentText.text([0xE9])).sentence.hasPrefix("\"\\xE9\" is not valid UTF-8."))
    }

    @Test func areRefusedUnlessTheyArePaths() throws {
        let invalid = ArgumentText.text([0x61, 0xE9])
        func found(_ arguments: [String], _ type: any ParsableCommand.Type) throws -> String? {
            ArgumentText.firstInvalid(in: try type.parseAsRoot(arguments))
        }
        #expect(try found(["ada", "--file", invalid], SendCommand.self) == nil)
        #expect(try found(["ada", "m", invalid], SaveCommand.self) == nil)
        #expect(try found([invalid], ExportCommand.self) == nil)
        #expect(try found([invalid], ImportCommand.self) == nil)
        #expect(try found(["ada", invalid], SendCommand.self) == invalid)
        #expect(try found([invalid, "text"], SendCommand.self) == invalid)
        #expect(try found(["--store", invalid], ExportCommand.self) == invalid)
        #expect(try found(["ada", "--file", "a", "--name", invalid], SendCommand.self) == invalid)
    }

    @Test(arguments: [
        (["ada", "--file", "-"], "Add --name."), (["ada", "--name", "a"], "Add --file."),
        (["ada", "--file", "a", "--name", ""], "Write a name."),
    ]) func namesOfFilesNeedFiles(arguments: [String], end: String) {
        let error = #expect(throws: (any Error).self) { try SendCommand.parse(arguments) }
        #expect(error.map { SendCommand.message(for: $0).hasSuffix(end) } == true)
    }
}
