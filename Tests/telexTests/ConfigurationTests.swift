import Foundation
import Testing

@testable import telex

@Suite struct ConfigurationTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    /// Reads a file with this text; without one, if it is `nil`.
    private func configuration(_ bytes: [UInt8]?) throws -> Configuration {
        let folder = home.appending(path: "telex")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let bytes { try Data(bytes).write(to: folder.appending(path: "config")) }
        return try Configuration(environment: ["XDG_CONFIG_HOME": home.path, "HOME": "/home/ada"])
    }

    private func configuration(_ text: String) throws -> Configuration { try configuration(Array(text.utf8)) }

    @Test func readsOptionsInAnyForm() throws {
        let text = """
            \u{feff}# my options\r

              --store  memory \r
            --time-format=%Hh%M
            --zone = UTC
            --time-format\t%H %M
            --ca ~/ca.pem
            --no-bar
            """
        let entries = try #require(try configuration(text).entries)
        #expect(
            entries.map(\.argument) == [
                "--store=memory", "--time-format=%Hh%M", "--zone=UTC", "--time-format=%H %M", "--ca=/home/ada/ca.pem",
                "--no-bar",
            ])
        #expect(entries.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(try configuration([UInt8]?.none).entries == nil)
    }

    @Test(arguments: [
        ("--time-formt 12", "There is no option --time-formt. Did you mean --time-format? telex config lists them."),
        ("--server x", "There is no option --server. telex config lists them."),
        ("profile work", "A line is an option, such as --time-format 12, or begins with #."),
        ("-p x", "A line is an option, such as --time-format 12, or begins with #."),
        ("--plain yes", "--plain takes no value."), ("--profile", "--profile needs a value."),
        ("--clock virtual", "There is no option --clock. telex config lists them."),
        ("--no-config", "There is no option --no-config. telex config lists them."),
        ("--time-format=", "--time-format needs a value."),
    ])
    func saysWhichLineIsInvalid(line: String, sentence: String) throws {
        let error = try #require(throws: ConfigurationError.self) {
            try configuration("--store memory\n" + line).check()
        }
        #expect(error.sentence == "\(home.path)/telex/config, line 2: \(sentence)" && error.exitCode.rawValue == 78)
    }

    @Test func refusesAFileThatIsNotText() throws {
        let error = try #require(throws: ConfigurationError.self) { try configuration([0x2D, 0xFF]) }
        #expect(error.sentence.hasPrefix("Cannot read \(home.path)/telex/config. ") && error.exitCode.rawValue == 78)
    }

    @Test func theSessionOfEachCommandHasTheZoneOfTheFile() throws {
        let configuration = try configuration("--no-bar\n--zone Asia/Tokyo\n--store memory\n--fetch never\n")
        let options = try configuration.parse(configuration.entriesOfSessions) { try SessionOptions.parse($0) }
        #expect(options.region.zone.name == "Asia/Tokyo" && options.files.fetch == .never)
        #expect(options.storage.store == nil)
        let wrong = try self.configuration("--zone Atlantis")
        let error = #expect(throws: ConfigurationError.self) {
            try wrong.parse(wrong.entriesOfSessions) { try SessionOptions.parse($0) }
        }
        #expect(error?.sentence.hasPrefix("\(home.path)/telex/config, line 1: ") == true)
    }

    @Test func aCommandGetsTheOptionsThatItHasAndThatAreNotTyped() throws {
        let configuration = try configuration("--profile work\n--no-bar\n--notify bell\n--time-format 12\n")
        #expect(configuration.entries(beside: [], of: UnreadCommand.self).map(\.name) == ["profile"])
        let typed = ["--bar", "--time-format=24", "--", "--profile"]
        #expect(configuration.entries(beside: typed, of: ReplCommand.self).map(\.name) == ["profile", "notify"])
    }
}
