import Foundation
import Testing

@testable import TelexTerminal

/// Completes paths in a folder of its own.
@Suite final class FileCompletionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "telex-files-\(UUID())").path

    init() throws {
        for path in ["", "/Documents", "/Documents/two words", "/.hidden folder", "/leer "] {
            try FileManager.default.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
        }
        for name in [
            "ada.vcf", "adam.vcf", "Ada.ics", ".rc", "evil\u{1B}[2J", "evil\nline", "evil\u{202E}", " leading",
            "trailing ",
            "~", "caf\u{E9}.a", "cafe\u{301}.b", "cafeteria", "it's", "Documents/a b", "Documents/two words/x",
            "emoji 👩‍👩‍👧 x", "emoji 👩‍👩‍👦 y",
        ] { #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil), "\(name)") }
        #expect(mkfifo("\(folder)/fifo", 0o600) == 0 && symlink("nowhere", "\(folder)/link") == 0)
        // No text: the name is not UTF-8.
        let bytes = Array("\(folder)/ev".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        close(open(bytes, O_CREAT | O_WRONLY, 0o600))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func completed(_ typed: String, most: Int = 100) -> (line: String, names: [String], note: String?) {
        let completion = FileCompletion.of(typed, home: folder, most: most)
        var line = typed.unicodeScalars
        if let insertion = completion.insertion {
            line.removeLast(completion.replaced)
            line += insertion.unicodeScalars
        }
        return (String(line), completion.candidates.map(\.text), completion.note)
    }

    @Test(arguments: [
        ("~", "~/", []), ("~/Do", "~/Documents/", []), ("~/Documents/", "~/Documents/", ["a b", "two words/"]),
        ("~/Documents/t", "~/Documents/two words/", []), ("~/Documents/two words/", "~/Documents/two words/x", []),
        ("~/a", "~/ada", ["ada.vcf", "adam.vcf"]), ("~/adam", "~/adam.vcf", []), ("~/A", "~/Ada.ics", []),
        ("~/.", "~/.", [".hidden folder/", ".rc"]), ("~/.r", "~/.rc", []), ("~/it", "~/it's", []),
        ("~/fi", "~/fifo", []), ("~/fifo/", "~/fifo/", []), ("~/li", "~/link", []), ("~/link/", "~/link/", []),
        ("~/ev", "~/ev", []), ("~/tr", "~/tr", []), ("~/le", "~/leer /", []), ("~/ ", "~/ leading", []),
        ("~/nothing/", "~/nothing/", []), ("~/zzz", "~/zzz", []),
        ("~/caf\u{E9}", "~/caf\u{E9}.a", []), ("~/cafe\u{301}", "~/cafe\u{301}.b", []),
        ("~/emoji ", "~/emoji 👩‍👩‍", ["emoji 👩‍👩‍👦 y", "emoji 👩‍👩‍👧 x"]),
    ])
    func completesAPath(typed: String, line: String, names: [String]) {
        let found = completed(typed)
        #expect(Array(found.line.unicodeScalars) == Array(line.unicodeScalars) && found.note == nil)
        #expect(Set(found.names) == Set(names) && found.names.count == names.count)
    }

    @Test func showsNoHiddenFilesUnlessADotIsTyped() {
        let names = completed("~/").names
        #expect(names.contains("Documents/") && names.contains("~") && names.contains("fifo"))
        #expect(!names.contains { $0.hasPrefix(".") || $0.hasPrefix("evil") })
    }

    @Test func looksAtALimitedNumberOfNames() throws {
        let large = folder + "/large"
        try FileManager.default.createDirectory(atPath: large, withIntermediateDirectories: true)
        for number in 0..<50 {
            #expect(FileManager.default.createFile(atPath: "\(large)/\(number)", contents: nil))
        }
        #expect(completed("~/large/", most: 52).note == nil && completed("~/large/", most: 52).names.count == 50)
        let cut = completed("~/large/", most: 20)
        #expect(cut.note == "Only 20 names of this folder were looked at.")
        #expect((18...20).contains(cut.names.count))
    }

    @Test(arguments: ["/import ", "/export ", "/calendar ", "/import   "])
    func completesTheFileOfACommand(command: String) {
        var world = CompletionWorld()
        world.home = folder
        #expect(Completion.of("\(command)~/ada.", in: world).insertion == "ada.vcf")
        #expect(Completion.of("/open ~/ada.", in: world) == Completion())
    }
}
